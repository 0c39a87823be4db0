#include "gui/window/look_actions.h"

#include "gui/window/action_registry.h"

#include <QActionGroup>
#include <QApplication>

namespace gui {
namespace {

constexpr double kPresented = 2; // the smallest type has 24 px then

} // namespace

LookActions::LookActions(const ActionRegistry& actions, const Look& look, OnLook onLook)
    : m_actions(actions)
    , m_look(look)
    , m_onLook(std::move(onLook))
{
    auto* themes = new QActionGroup(this);
    const auto theme = [&](const char* id, ThemeChoice choice) {
        offer(id, themes, choice == look.theme, [choice](Look& to) { to.theme = choice; });
    };
    theme("view.themeSystem", ThemeChoice::System);
    theme("view.themeLight", ThemeChoice::Light);
    theme("view.themeDark", ThemeChoice::Dark);
    theme("view.themeContrast", ThemeChoice::Contrast);
    auto* colours = new QActionGroup(this);
    const auto ops = [&](const char* id, OpColours choice) {
        offer(id, colours, choice == look.colours, [choice](Look& to) { to.colours = choice; });
    };
    ops("view.coloursBubblescope", OpColours::Bubblescope);
    ops("view.coloursMegatron", OpColours::Megatron);
    ops("view.coloursZeroBubble", OpColours::ZeroBubble);
    ops("view.coloursDualPipe", OpColours::DualPipe);
    auto* languages = new QActionGroup(this);
    const auto language = [&](const char* id, const QString& name) {
        offer(id, languages, look.language == name, [name](Look& to) { to.language = name; });
    };
    language("view.english", QStringLiteral("en"));
    language("view.chinese", QStringLiteral("zh_CN"));
    resize("view.larger", &Metrics::larger);
    resize("view.smaller", &Metrics::smaller);
    resize("view.usualSize",
           [this](const Metrics&) { return m_presented ? Metrics(kPresented) : Metrics(); });
}

void LookActions::setPresenting(bool presenting)
{
    if (presenting == m_presented.has_value())
        return;
    m_presented = presenting ? std::optional(Metrics(kPresented)) : std::nullopt;
    applySizes(*qApp, m_presented.value_or(m_look.sizes));
}

void LookActions::resize(const char* id, const std::function<Metrics(const Metrics&)>& how)
{
    connect(m_actions.action(id), &QAction::triggered, this, [this, how] {
        if (!m_presented)
            return change([&how](Look& to) { to.sizes = how(to.sizes); });
        m_presented = how(*m_presented);
        applySizes(*qApp, *m_presented);
    });
}

void LookActions::change(const Change& how)
{
    Look look = m_look;
    how(look);
    if (look == m_look)
        return;
    m_look = look;
    if (m_onLook)
        m_onLook(look);
}

void LookActions::onTriggered(const char* id, const Change& how)
{
    connect(m_actions.action(id), &QAction::triggered, this, [this, how] { change(how); });
}

void LookActions::offer(const char* id, QActionGroup* group, bool chosen, const Change& how)
{
    QAction* action = m_actions.action(id);
    action->setCheckable(true);
    action->setChecked(chosen);
    group->addAction(action);
    onTriggered(id, how);
}

} // namespace gui
