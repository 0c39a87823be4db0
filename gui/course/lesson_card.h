// A lesson as a card: its number in a ring that shows how much of it is done, its title, how long
// it takes.

#pragma once

#include <QAbstractButton>

namespace gui {

// What a card says; all translated, shown as plain text.
struct LessonCardText {
    QString number{}; // in the ring; empty: there is no ring
    QString title{};
    QString line{};   // "8 min · 3 of 6"
    QString remark{}; // "Comes after 3"; empty: none
    QString tip{};    //
    double share = 0; // of its steps that are passed
    bool isWhole = false;

    bool operator==(const LessonCardText&) const = default;
};

// GUI thread. Enter and Space press it; arrows are for who holds the cards.
class LessonCard : public QAbstractButton {
    Q_OBJECT
public:
    explicit LessonCard(QWidget* parent = nullptr);

    void show(const LessonCardText& text);
    const LessonCardText& shown() const { return m_text; }

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void moveWanted(int key);   // an arrow, Home or End
    void lookedAt(bool looked); // the pointer, or the keyboard, came to it or left

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Places {
        QRect ring;
        QRect title;
        QRect line;
        QRect remark;
        int height = 0;
    };
    Places placesFor(int width) const;
    void paintRing(QPainter& painter, const QRect& place) const;

    LessonCardText m_text;
};

} // namespace gui
