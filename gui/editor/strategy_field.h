// One row of the editor: a label, a widget, and under them what is wrong with the value, if
// anything.

#pragma once

#include <QLabel>
#include <QString>
#include <QWidget>

class QFormLayout;

namespace gui {

class StrategyField : public QWidget {
    Q_OBJECT
public:
    // Takes `input` as a child and gives it the label as its accessible name. `key` is the path of
    // the field in a strategy file: problems are matched by it.
    StrategyField(const QString& key, const QString& label, QWidget* input);

    QString key() const { return m_key; }
    QWidget* input() const { return m_input; }

    // Empty: nothing is wrong. Plain text, whatever it contains.
    void setProblem(const QString& sentence);
    QString problem() const { return m_problem->text(); }

    void addTo(QFormLayout* form);

protected:
    void changeEvent(QEvent* event) override;
    // Who scrolls past an input changes nothing: the wheel is for the one that has the focus.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showProblem();

    QString m_key;
    QString m_label;
    QWidget* m_input;  // child
    QLabel* m_problem; // child
};

} // namespace gui
