// Cards in a grid that has as many columns as there is room for, and the keys that move in it.

#pragma once

#include "gui/course/lesson_card.h"

#include <QWidget>

#include <vector>

namespace gui {

// GUI thread. Tab comes to one card; arrows go to the nearest one in that direction.
class CardFlow : public QWidget {
    Q_OBJECT
public:
    explicit CardFlow(QWidget* parent = nullptr);

    int count() const { return static_cast<int>(m_cards.size()); }
    LessonCard* card(int place) const { return m_cards[static_cast<std::size_t>(place)]; }

    // As many as there are texts. The cards that stay are changed, and not made anew.
    void setCards(const std::vector<LessonCardText>& texts);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void chosen(int place);

protected:
    // Where the cards stand at that width, from left and top; the whole is as high as the lowest.
    virtual std::vector<QRect> placesFor(int width) const;
    // The one that the pointer or the keyboard is at; -1: none.
    int lookedAt() const { return m_lookedAt; }

    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    void add();
    void arrange();
    void move(int from, int key);
    void setCurrent(int place);

    std::vector<LessonCard*> m_cards; // children
    int m_current = 0;                // that Tab comes to
    int m_lookedAt = -1;
};

} // namespace gui
