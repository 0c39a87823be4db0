#include "gui/timeline/timeline_panel.h"

#include "gui/timeline/story.h"
#include "gui/timeline/timeline_canvas.h"

#include <QScrollBar>

namespace gui {
namespace {

constexpr int kScrollStep = 24; // pixels

} // namespace

TimelinePanel::TimelinePanel(ViewState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_scene(state)
    , m_canvas(new TimelineCanvas(state, m_scene, this))
    , m_scrollBar(new QScrollBar(Qt::Vertical, this))
{
    setFocusProxy(m_canvas);
    setAccessibleName(tr("Timeline panel"));
    m_scrollBar->setAccessibleName(tr("Ranks in sight"));
    m_canvas->setEmptyText(tr("Nothing to show yet"));
    connect(m_scrollBar, &QScrollBar::valueChanged, m_canvas, &TimelineCanvas::setScroll);
    connect(m_canvas, &TimelineCanvas::scrolled, this, [this] {
        m_scrollBar->setRange(0, m_scene.scrollRange());
        m_scrollBar->setPageStep(m_canvas->pageHeight());
        m_scrollBar->setSingleStep(kScrollStep);
        m_scrollBar->setValue(m_scene.scroll());
        m_scrollBar->setEnabled(m_scene.scrollRange() > 0);
    });
    connect(m_canvas, &TimelineCanvas::frameShown, this, &TimelinePanel::frameShown);
    connect(&state, &ViewState::hoveredChanged, this, [this] { emit hovered(m_state.hovered()); });
    connect(&state, &ViewState::selectedChanged, this,
            [this] { emit selected(m_state.selected()); });
}

// The canvas refers to the scene.
TimelinePanel::~TimelinePanel() { delete m_canvas; }

void TimelinePanel::setTrack(int slot, TrackData track)
{
    m_scene.setTrack(slot, std::move(track));
    m_canvas->showTracks();
}

void TimelinePanel::setCauses(int slot, std::shared_ptr<const plan::Explainer> explainer,
                              std::shared_ptr<const plan::CriticalPath> critical)
{
    if (m_scene.setCauses(slot, std::move(explainer), std::move(critical)))
        m_canvas->update();
}

void TimelinePanel::removeTrack(int slot)
{
    if (m_scene.removeTrack(slot))
        m_canvas->showTracks();
}

const TrackData* TimelinePanel::track(int slot) const
{
    const auto found = m_scene.tracks().find(slot);
    return found == m_scene.tracks().end() ? nullptr : found->second.get();
}

void TimelinePanel::setEmptyText(const QString& text) { m_canvas->setEmptyText(text); }

bool TimelinePanel::finishFrame(std::chrono::milliseconds deadline)
{
    return m_canvas->finishFrame(deadline);
}

std::chrono::nanoseconds TimelinePanel::lastFrameTime() const { return m_canvas->frameTime(); }

QString TimelinePanel::story(const OpRef& op) const
{
    return opStory(m_scene.tracks(), op, m_state.unit()).join(QLatin1Char('\n'));
}

void TimelinePanel::resizeEvent(QResizeEvent*)
{
    // The bar keeps its place when all ranks fit, so that the axis does not jump.
    const int bar = m_scrollBar->sizeHint().width();
    m_canvas->setGeometry(0, 0, width() - bar, height());
    m_scrollBar->setGeometry(width() - bar, 0, bar, height());
}

} // namespace gui
