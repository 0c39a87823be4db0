// One row of the editor: a label, a widget, and under them what is wrong with the value, if
// anything.

#pragma once

#include <QLabel>
#include <QString>
#include <QWidget>

class QFormLayout;

namespace gui {

// Knows nothing of strategies: whoever makes the row reads the input and says what is wrong.
class StrategyField : public QWidget {
    Q_OBJECT
public:
    // Takes `input` as a child and gives it the label, which is translated, as its accessible name.
    // `key` is the path of the field in a strategy file: problems are matched by it.
    StrategyField(QString key, const QString& label, QWidget* input);

    QString key() const { return m_key; }
    QString label() const { return m_label; }
    // It stands for another field from now on.
    void rename(const QString& key, const QString& label);
    QWidget* input() const { return m_input; }

    // Empty: nothing is wrong. Plain text, whatever it contains.
    void setProblem(const QString& sentence);
    QString problem() const { return m_problem->text(); }

    // Why what was typed is no value at all, so that the strategy has another. Shown instead of
    // what is wrong with that. Empty: it is one.
    void setUnreadable(const QString& sentence);

    // Adds a row to the form, which owns both label and field from then on. Call it once.
    void addTo(QFormLayout* form);

protected:
    void changeEvent(QEvent* event) override;
    // Who scrolls past an input changes nothing: the wheel is for the one that has the focus.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    // The one of the two that is to be read, or neither.
    void showProblem();

    QString m_key;
    QString m_label;
    QString m_unreadable;
    QString m_wrong;
    QWidget* m_input;         // child
    QLabel* m_problem;        // child
    QLabel* m_name = nullptr; // the form's
};

} // namespace gui
