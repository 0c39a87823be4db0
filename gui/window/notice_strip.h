// A line above the timeline that says something one should know, with at most one thing to do.

#pragma once

#include <QFrame>

#include <functional>

class QLabel;
class QToolButton;

namespace gui {

enum class Tone { Plain, Warning, Error };

class NoticeStrip : public QFrame {
    Q_OBJECT
public:
    explicit NoticeStrip(const QString& accessibleName, QWidget* parent = nullptr);

    // Plain text, whatever it contains; an empty one hides the strip.
    void show(Tone tone, const QString& text);
    // An empty text takes the button away.
    void setButton(const QString& text, std::function<void()> onClicked);
    void clear() { show(Tone::Plain, {}); }
    QString text() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void applyColors();

    QLabel* m_text;        // child
    QToolButton* m_button; // child
    Tone m_tone = Tone::Plain;
    std::function<void()> m_onClicked;
};

} // namespace gui
