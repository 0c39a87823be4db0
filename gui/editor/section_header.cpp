#include "gui/editor/section_header.h"

#include "gui/text/plain_tip.h"
#include "gui/theme/grounds.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QKeyEvent>
#include <QPainter>

#include <cmath>

namespace gui {
namespace {

constexpr double kArrow = 4; // half its length

void drawArrow(QPainter& painter, QPointF middle, bool down, const QColor& ink)
{
    const double half = metrics().px(kArrow);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(ink, metrics().px(1.5), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.translate(middle);
    if (down)
        painter.rotate(90);
    painter.drawPolyline(QPolygonF({{-half / 2, -half}, {half / 2, 0}, {-half / 2, half}}));
    painter.restore();
}

} // namespace

QString problemCount(int count)
{
    return count == 1 ? SectionHeader::tr("1 problem")
                      : SectionHeader::tr("%1 problems").arg(count);
}

SectionHeader::SectionHeader(const QString& title, bool isSub, QWidget* parent)
    : QAbstractButton(parent)
    , m_isSub(isSub)
{
    setText(title);
    setAccessibleName(title);
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(this, &QAbstractButton::toggled, this, &SectionHeader::describe);
}

void SectionHeader::setSummary(const QString& summary)
{
    m_summary = summary;
    describe();
}

void SectionHeader::setProblems(int count)
{
    m_problems = count;
    describe();
}

QString SectionHeader::words() const
{
    if (m_problems > 0)
        return problemCount(m_problems);
    return isChecked() ? QString() : m_summary;
}

void SectionHeader::describe()
{
    setAccessibleDescription(words());
    setToolTip(plainTip(words()));
    update();
}

QFont SectionHeader::titleFont() const
{
    QFont font = metrics().font(this->font(), m_isSub ? Type::Small : Type::Body);
    if (!m_isSub)
        font.setWeight(QFont::DemiBold);
    return font;
}

int SectionHeader::leftOf() const { return metrics().space(5); }

QSize SectionHeader::sizeHint() const
{
    const Metrics sizes = metrics();
    return {leftOf() + QFontMetrics(titleFont()).horizontalAdvance(text()) + sizes.space(2),
            m_isSub ? sizes.px(24) : sizes.barHeight()};
}

QSize SectionHeader::minimumSizeHint() const { return sizeHint(); }

bool SectionHeader::event(QEvent* event)
{
    switch (event->type()) {
    case QEvent::HoverEnter:
    case QEvent::HoverLeave:
    case QEvent::Enter:
    case QEvent::Leave:
    case QEvent::FocusOut:
        update();
        break;
    case QEvent::FocusIn:
        // Who has clicked knows where.
        m_isFound = static_cast<QFocusEvent*>(event)->reason() != Qt::MouseFocusReason;
        update();
        break;
    case QEvent::FontChange:
        updateGeometry();
        break;
    default:
        break;
    }
    return QAbstractButton::event(event);
}

void SectionHeader::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        click();
        return;
    case Qt::Key_Left:
        setChecked(false);
        return;
    case Qt::Key_Right:
        setChecked(true);
        return;
    default:
        event->ignore();
    }
}

void SectionHeader::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = themeFor(palette());
    const Metrics sizes = metrics();
    if (underMouse())
        painter.fillRect(rect(), groundOf(theme, Ground::Hovered));
    if (!m_isSub) {
        painter.setPen(theme.grid);
        painter.drawLine(0, 0, width(), 0);
    }
    const QColor quiet = theme.mutedText;
    drawArrow(painter, {leftOf() / 2.0, height() / 2.0}, isChecked(), quiet);

    painter.setFont(titleFont());
    painter.setPen(m_isSub ? quiet : theme.text);
    const int titleEnd = leftOf() + painter.fontMetrics().horizontalAdvance(text());
    painter.drawText(QRect(leftOf(), 0, width() - leftOf(), height()),
                     Qt::AlignVCenter | Qt::AlignLeft, text());

    painter.setFont(sizes.font(font(), Type::Small));
    painter.setPen(m_problems > 0 ? theme.error : quiet);
    const QRect place(titleEnd + sizes.space(2), 0, width() - titleEnd - sizes.space(2), height());
    painter.drawText(place, Qt::AlignVCenter | Qt::AlignRight,
                     painter.fontMetrics().elidedText(words(), Qt::ElideRight, place.width()));
    if (hasFocus() && m_isFound) {
        painter.setPen(theme.accent);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

} // namespace gui
