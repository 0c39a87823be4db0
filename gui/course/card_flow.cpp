#include "gui/course/card_flow.h"

#include "gui/theme/metrics.h"

#include <QEvent>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gui {
namespace {

constexpr double kFlowCardWidth
    = 260; // pixels of scale 1, at least, where there are several columns

// How far a card is in the direction of a key; those that are not in it are as far as can be.
double distanceTo(const QRect& from, const QRect& to, int key)
{
    const QPointF by = QRectF(to).center() - QRectF(from).center();
    const bool isAcross = key == Qt::Key_Left || key == Qt::Key_Right;
    const double ahead = isAcross ? (key == Qt::Key_Left ? -by.x() : by.x())
                                  : (key == Qt::Key_Up ? -by.y() : by.y());
    const double aside = std::abs(isAcross ? by.y() : by.x());
    const double least = (isAcross ? from.width() : from.height()) / 2.0;
    // What is farther aside than ahead lies in another direction, unless it is in the next column.
    if (ahead < least || (!isAcross && aside > from.width() / 2.0))
        return std::numeric_limits<double>::infinity();
    return ahead * 4 + aside;
}

} // namespace

CardFlow::CardFlow(QWidget* parent)
    : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void CardFlow::add()
{
    const int place = count();
    auto* card = new LessonCard(this);
    connect(card, &LessonCard::clicked, this, [this, place] {
        setCurrent(place);
        emit chosen(place);
    });
    connect(card, &LessonCard::moveWanted, this, [this, place](int key) { move(place, key); });
    connect(card, &LessonCard::lookedAt, this, [this, place](bool looked) {
        if (looked || m_lookedAt == place)
            m_lookedAt = looked ? place : -1;
        update();
    });
    m_cards.push_back(card);
    card->setVisible(true);
}

void CardFlow::setCards(const std::vector<LessonCardText>& texts)
{
    while (m_cards.size() > texts.size()) {
        delete m_cards.back();
        m_cards.pop_back();
    }
    while (m_cards.size() < texts.size())
        add();
    for (std::size_t i = 0; i < texts.size(); ++i)
        m_cards[i]->show(texts[i]);
    m_lookedAt = m_lookedAt < count() ? m_lookedAt : -1;
    setCurrent(std::clamp(m_current, 0, std::max(0, count() - 1)));
    arrange();
    updateGeometry();
}

std::vector<QRect> CardFlow::placesFor(int width) const
{
    const Metrics sizes = metrics();
    const int gap = sizes.space(2);
    const int columns = std::max(1, (width + gap) / (sizes.px(kFlowCardWidth) + gap));
    const int across = std::max(1, (width - (columns - 1) * gap) / columns);
    std::vector<QRect> places;
    int top = 0;
    for (int first = 0; first < count(); first += columns) {
        const int end = std::min(first + columns, count());
        int height = 0;
        for (int i = first; i < end; ++i)
            height = std::max(height, card(i)->heightForWidth(across));
        for (int i = first; i < end; ++i)
            places.emplace_back((i - first) * (across + gap), top, across, height);
        top += height + gap;
    }
    return places;
}

int CardFlow::heightForWidth(int width) const
{
    int height = 0;
    for (const QRect& place : placesFor(width))
        height = std::max(height, place.bottom() + 1);
    return height;
}

QSize CardFlow::sizeHint() const
{
    const int width = metrics().px(kFlowCardWidth);
    return {width, heightForWidth(width)};
}

QSize CardFlow::minimumSizeHint() const
{
    return {count() > 0 ? card(0)->minimumSizeHint().width() : 0, 0};
}

void CardFlow::arrange()
{
    const std::vector<QRect> places = placesFor(width());
    for (int i = 0; i < count(); ++i)
        card(i)->setGeometry(places[static_cast<std::size_t>(i)]);
    update();
}

void CardFlow::move(int from, int key)
{
    int to = key == Qt::Key_Home ? 0 : key == Qt::Key_End ? count() - 1 : -1;
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; to < 0 && i < count(); ++i)
        if (i != from)
            least = std::min(least, distanceTo(card(from)->geometry(), card(i)->geometry(), key));
    for (int i = 0; to < 0 && std::isfinite(least) && i < count(); ++i)
        if (i != from && distanceTo(card(from)->geometry(), card(i)->geometry(), key) <= least)
            to = i;
    if (to < 0)
        return;
    setCurrent(to);
    card(to)->setFocus(Qt::TabFocusReason);
}

void CardFlow::setCurrent(int place)
{
    m_current = place;
    for (int i = 0; i < count(); ++i)
        card(i)->setFocusPolicy(i == place ? Qt::StrongFocus : Qt::ClickFocus);
    setFocusProxy(count() > 0 ? card(place) : nullptr);
}

void CardFlow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

bool CardFlow::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest)
        arrange();
    return QWidget::event(event);
}

} // namespace gui
