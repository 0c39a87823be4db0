// What is explored from a strategy: its neighbours are worked out, and it stays as it is. A tab of
// its own, which outlives that of the strategy.

#pragma once

#include "gui/workspace/open_strategy.h"

#include <QPointer>

namespace gui {

// GUI thread.
class Exploration : public OpenItem {
    Q_OBJECT
public:
    explicit Exploration(OpenStrategy& first);
    // Of a strategy that is not open.
    Exploration(QString name, strategy::Strategy base);

    QString tip() const override { return m_name; }

    // The strategy that it was made from; null: it is closed.
    OpenStrategy* first() const { return m_first; }
    // As it is now, or was when it was closed; problems and all.
    const strategy::Strategy& base() const { return m_base; }
    const QString& baseName() const { return m_name; }
    // Why it cannot be explored as it is: a sentence; empty: it can.
    QString whyNot() const;

signals:
    void baseChanged();

private:
    void follow();

    QPointer<OpenStrategy> m_first;
    QString m_name;
    strategy::Strategy m_base;
    bool m_hasProblems = false;
};

} // namespace gui
