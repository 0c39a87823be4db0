// One row of the editor: a name and an input. What is wrong with the value is marked in the row,
// which keeps its height, and said elsewhere (hint_foot.h).

#pragma once

#include "gui/editor/field_name.h"

#include <QString>
#include <QWidget>

namespace gui {

// Knows nothing of strategies: whoever makes the row reads the input and says what is wrong.
class StrategyField : public QWidget {
    Q_OBJECT
public:
    // Takes `input` as a child and gives it the label, which is translated, as its accessible name.
    // `key` is the path of the field in a strategy file: problems are matched by it. Where the
    // input is a spin box, dragging the name steps it.
    StrategyField(QString key, const QString& label, QWidget* input);

    QString key() const { return m_key; }
    QString label() const { return m_name->text(); }
    // It stands for another field from now on.
    void rename(const QString& key, const QString& label);
    QWidget* input() const { return m_input; }
    FieldName& name() { return *m_name; }
    const FieldName& name() const { return *m_name; }

    // What the field is, in a sentence; and in short its unit, range and default.
    void setHint(const QString& sentence, const QString& facts);
    QString hint() const { return m_hint; }
    QString facts() const { return m_facts; }

    // Empty: nothing is wrong. Plain text, whatever it contains; it begins behind the label, in the
    // middle of a line.
    void setProblem(const QString& sentence);
    void setWarning(const QString& sentence);
    // What is to be read of the value: the problem, or else the warning. Empty: there is neither.
    QString problem() const { return m_unreadable.isEmpty() ? m_wrong : m_unreadable; }
    QString warning() const { return m_doubtful; }

    // Why what was typed is no value at all, so that the strategy has another. Shown instead of
    // what is wrong with that. Empty: it is one.
    void setUnreadable(const QString& sentence);

    // pointed(): the pointer or the keyboard has come to the row, or left it.
    // dragBegan() to dragEnded() is one gesture, which dragCancelled() wants taken back instead.
signals:
    void pointed();
    void changed(); // what is to be read of the row
    void dragBegan();
    void dragEnded();
    void dragCancelled();

public:
    bool isHovered() const { return m_hovered; }

protected:
    void changeEvent(QEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    // Who scrolls past an input changes nothing: the wheel is for the one that has the focus.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void connectName();
    void showState();
    void placeOutline();

    QString m_key;
    QString m_hint;
    QString m_facts;
    QString m_unreadable;
    QString m_wrong;
    QString m_doubtful;
    bool m_hovered = false;
    QWidget* m_input;   // children
    FieldName* m_name;  //
    QWidget* m_outline; // around the input, over it
};

} // namespace gui
