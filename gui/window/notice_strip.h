// A line over the timeline that says something one should know, with at most two things to do
// about it. It replaces message boxes: the window goes on beside it.

#pragma once

#include <QFrame>
#include <QString>

#include <functional>

class QLabel;
class QToolButton;

namespace gui {

// How loud it is: its colours.
enum class Tone { Plain, Warning, Error };

// Takes its room in the layout only while it has something to say. It never takes the focus by
// itself.
class NoticeStrip : public QFrame {
    Q_OBJECT
public:
    // Hidden at first. `accessibleName`: what the strip is about, for a screen reader.
    explicit NoticeStrip(const QString& accessibleName, QWidget* parent = nullptr);

    // Plain text, whatever it contains; an empty one hides the strip.
    void show(Tone tone, const QString& text);
    // Its text is translated already; an empty one takes the button away. `onClicked` leaves the
    // strip as it is unless it changes it.
    void setButton(const QString& text, std::function<void()> onClicked);
    // Behind the other one; likewise.
    void setOtherButton(const QString& text, std::function<void()> onClicked);
    // With a button that hides what is said, until something else is.
    void setClosable();
    // As that button does. False: it has none, or there is nothing to hide.
    bool dismiss();
    // Hides the strip. The buttons stay as they were set.
    void clear() { show(Tone::Plain, {}); }
    // What it says; empty while it is hidden.
    QString text() const;

signals:
    void closed(); // by its button

protected:
    void changeEvent(QEvent* event) override;

private:
    // Hidden while it has no text.
    struct Button {
        QToolButton* button = nullptr; // child
        std::function<void()> onClicked{};
    };

    void makeButton(Button& button);
    void setButton(Button& button, const QString& text, std::function<void()> onClicked);
    void applyColors();

    QLabel* m_text;                 // child
    QToolButton* m_close = nullptr; // likewise
    QString m_said;                 // what it was given to show
    QString m_closed;               // what was hidden by the user
    Button m_button;
    Button m_other;
    Tone m_tone = Tone::Plain;
};

} // namespace gui
