#include "gui/inspector/selection_caption.h"

#include "gui/inspector/area_words.h"

#include <optional>

namespace gui {

SelectionCaption::SelectionCaption(QObject* parent)
    : QObject(parent)
{
}

void SelectionCaption::follow(TimelinePanel* panel)
{
    if (panel == m_panel)
        return;
    m_panel = panel;
    m_links = std::make_unique<QObject>();
    if (panel) {
        for (const auto changed : {&ViewState::selectedChanged, &ViewState::gapChanged,
                                   &ViewState::areaChanged, &ViewState::unitChanged})
            connect(&panel->viewState(), changed, m_links.get(), [this] { refresh(); });
        for (const auto changed : {&TimelinePanel::tracksChanged, &TimelinePanel::causesChanged})
            connect(panel, changed, m_links.get(), [this] { refresh(); });
    }
    refresh();
}

void SelectionCaption::refresh()
{
    m_work.forget();
    if (!m_panel)
        return say({});
    const ViewState& state = m_panel->viewState();
    if (state.selected())
        return say(m_panel->story(*state.selected(), true).split(QLatin1Char('\n')));
    if (state.gap())
        return say(m_panel->story(*state.gap(), true).split(QLatin1Char('\n')));
    if (!state.area())
        return say({});
    m_work.request([this, area = *state.area(), tracks = m_panel->tracks(),
                    unit = state.unit()](const auto& outdated) -> NewestWork::Delivery {
        return [this, ledger = areaLedger(tracks, area, outdated), unit] {
            say(areaInBrief(ledger, unit));
        };
    });
}

void SelectionCaption::say(const QStringList& lines)
{
    const QString text = lines.join(QStringLiteral(" · "));
    if (text == m_text)
        return;
    m_text = text;
    emit changed();
}

} // namespace gui
