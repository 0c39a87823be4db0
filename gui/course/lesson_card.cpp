#include "gui/course/lesson_card.h"

#include "gui/text/joined.h"
#include "gui/text/plain_tip.h"
#include "gui/theme/grounds.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace gui {
namespace {

constexpr double kCardRing = 32;       // pixels of scale 1
constexpr double kCardBeside = 232;    // from that width on the words stand beside the ring
constexpr double kCardLeastWidth = 96; //
constexpr double kCardCorner = 6;
const QString kCardSeparator = QStringLiteral(" · "); // between parts of a line
constexpr int kCardWords = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

QFont cardTitleFont(const QFont& font)
{
    QFont title = metrics().font(font, Type::Body);
    title.setWeight(QFont::DemiBold);
    return title;
}

int heightOf(const QString& text, const QFont& font, int width)
{
    if (text.isEmpty())
        return 0;
    return QFontMetrics(font).boundingRect(QRect(0, 0, width, 10'000), kCardWords, text).height();
}

} // namespace

LessonCard::LessonCard(QWidget* parent)
    : QAbstractButton(parent)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
}

void LessonCard::show(const LessonCardText& text)
{
    if (m_text == text)
        return;
    m_text = text;
    setAccessibleName(text.number.isEmpty() ? text.title
                                            : tr("Lesson %1: %2").arg(text.number, text.title));
    QStringList said;
    for (const QString& part : {text.line, text.remark, text.tip})
        if (!part.isEmpty())
            said += part;
    setAccessibleDescription(said.join(QStringLiteral(". ")));
    setToolTip(plainTip(text.tip));
    updateGeometry();
    update();
}

LessonCard::Places LessonCard::placesFor(int width) const
{
    const Metrics sizes = metrics();
    const QFont small = sizes.font(font(), Type::Small);
    const int margin = sizes.space(3);
    const int ring = m_text.number.isEmpty() ? 0 : sizes.px(kCardRing);
    const int indent = ring > 0 ? ring + sizes.space(3) : 0;
    const bool isBeside = width >= sizes.px(kCardBeside);
    const int room = width - 2 * margin;
    Places places;
    places.ring = QRect(margin, margin, ring, ring);
    const int left = margin + (isBeside ? indent : 0);
    const int words = std::max(1, room - (isBeside ? indent : 0));
    const int lineHeight = QFontMetrics(small).height();
    const bool lineOnTop = !isBeside && ring > 0;
    int y = margin;
    if (lineOnTop) {
        // Beside the ring, as there is no room for words there.
        places.line = QRect(margin + indent, y, std::max(1, room - indent), ring);
        y += ring + sizes.space(2);
    }
    places.title = QRect(left, y, words, heightOf(m_text.title, cardTitleFont(font()), words));
    y += places.title.height();
    if (!lineOnTop && !m_text.line.isEmpty()) {
        const int height = std::max(lineHeight, heightOf(m_text.line, small, words));
        places.line = QRect(left, y + sizes.space(1), words, height);
        y = places.line.bottom() + 1;
    }
    if (!m_text.remark.isEmpty()) {
        places.remark
            = QRect(left, y + sizes.space(1), words, heightOf(m_text.remark, small, words));
        y = places.remark.bottom() + 1;
    }
    places.height = std::max(y, places.ring.bottom() + 1) + margin;
    return places;
}

int LessonCard::heightForWidth(int width) const { return placesFor(width).height; }

QSize LessonCard::sizeHint() const
{
    const int width = metrics().px(kCardBeside);
    return {width, heightForWidth(width)};
}

QSize LessonCard::minimumSizeHint() const { return {metrics().px(kCardLeastWidth), 0}; }

// An open ring fills up clockwise; a lesson that is done has a full one, with a tick.
void LessonCard::paintRing(QPainter& painter, const QRect& place) const
{
    const Theme& theme = themeFor(palette());
    const double line = metrics().px(3);
    const QRectF ring = QRectF(place).adjusted(line / 2, line / 2, -line / 2, -line / 2);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.border, line));
    painter.drawEllipse(ring);
    const QColor ink = m_text.isWhole ? theme.good : theme.accent;
    if (m_text.share > 0) {
        painter.setPen(QPen(ink, line, Qt::SolidLine, Qt::FlatCap));
        painter.drawArc(ring, 90 * 16, -static_cast<int>(m_text.share * 360 * 16));
    }
    QFont number = metrics().font(font(), Type::Small);
    number.setWeight(QFont::DemiBold);
    painter.setFont(number);
    painter.setPen(theme.text);
    painter.drawText(place, Qt::AlignCenter, m_text.number);
    if (!m_text.isWhole)
        return;
    const double size = metrics().px(14);
    const QRectF badge(place.right() + 1 - size * 0.8, place.bottom() + 1 - size * 0.8, size, size);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.good);
    painter.drawEllipse(badge);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.base, size / 8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(QPolygonF({badge.topLeft() + QPointF(0.28, 0.52) * size,
                                    badge.topLeft() + QPointF(0.44, 0.68) * size,
                                    badge.topLeft() + QPointF(0.73, 0.35) * size}));
}

void LessonCard::paintEvent(QPaintEvent*)
{
    const Metrics sizes = metrics();
    const Theme& theme = themeFor(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Ground ground = isDown() ? Ground::PressedButton
        : underMouse()             ? Ground::HoveredButton
                                   : Ground::Button;
    const double line = hasFocus() ? sizes.px(2) : 1;
    QPen frame(hasFocus() ? theme.accent : theme.border, line);
    if (!m_text.remark.isEmpty() && !hasFocus())
        frame.setStyle(Qt::DashLine);
    painter.setPen(frame);
    painter.setBrush(groundOf(theme, ground));
    painter.drawRoundedRect(QRectF(rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2),
                            kCardCorner, kCardCorner);
    const Places places = placesFor(width());
    if (!m_text.number.isEmpty())
        paintRing(painter, places.ring);
    painter.setPen(theme.text);
    painter.setFont(cardTitleFont(font()));
    painter.drawText(places.title, kCardWords, m_text.title);
    painter.setFont(sizes.font(font(), Type::Small));
    painter.setPen(theme.mutedText);
    const bool isOnTop = places.line.top() == places.ring.top() && !m_text.number.isEmpty();
    if (isOnTop)
        painter.drawText(places.line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                         QString(m_text.line).replace(kCardSeparator, QStringLiteral("\n")));
    else
        painter.drawText(places.line, kCardWords, m_text.line);
    painter.drawText(places.remark, kCardWords, m_text.remark);
}

void LessonCard::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Home:
    case Qt::Key_End:
        emit moveWanted(event->key());
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        click();
        return;
    default:
        QAbstractButton::keyPressEvent(event);
    }
}

void LessonCard::enterEvent(QEnterEvent* event)
{
    QAbstractButton::enterEvent(event);
    emit lookedAt(true);
}

void LessonCard::leaveEvent(QEvent* event)
{
    QAbstractButton::leaveEvent(event);
    emit lookedAt(hasFocus());
}

void LessonCard::focusInEvent(QFocusEvent* event)
{
    QAbstractButton::focusInEvent(event);
    emit lookedAt(true);
}

void LessonCard::focusOutEvent(QFocusEvent* event)
{
    QAbstractButton::focusOutEvent(event);
    emit lookedAt(false);
}

void LessonCard::changeEvent(QEvent* event)
{
    QAbstractButton::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateGeometry();
}

} // namespace gui
