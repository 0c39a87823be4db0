// What the View menu does with the look of the application: theme, size, language.

#pragma once

#include "gui/window/look.h"

#include <QObject>

#include <functional>
#include <optional>

class QActionGroup;

namespace gui {

class ActionRegistry;

// Marks what is chosen, and hands on what the user chooses.
class LookActions : public QObject {
    Q_OBJECT
public:
    using OnLook = std::function<void(const Look&)>;

    // `actions` must outlive it. `onLook` is called with each other look; it may be empty.
    LookActions(const ActionRegistry& actions, const Look& look, OnLook onLook);

    const Look& look() const { return m_look; }

    // While presenting, type has the largest size at first, the commands for sizes change that
    // one alone, and the look keeps its own for afterwards.
    void setPresenting(bool presenting);

private:
    using Change = std::function<void(Look&)>;

    void change(const Change& how);
    void resize(const char* id, const std::function<Metrics(const Metrics&)>& how);
    void onTriggered(const char* id, const Change& how);
    // One of a group, of which the chosen one has a mark.
    void offer(const char* id, QActionGroup* group, bool chosen, const Change& how);

    const ActionRegistry& m_actions;
    Look m_look;
    OnLook m_onLook;
    std::optional<Metrics> m_presented; // empty: not presenting
};

} // namespace gui
