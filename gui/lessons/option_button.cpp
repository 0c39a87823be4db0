#include "gui/lessons/option_button.h"

#include "gui/theme/contrast.h"
#include "gui/theme/grounds.h"
#include "gui/theme/theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QTextBoundaryFinder>

#include <algorithm>

namespace gui {
namespace {

constexpr double kSignOfLine = 1.35; // side of the letter's square, in lines of text
constexpr double kChosenTint = 0.14; // of the verdict's colour in the ground

} // namespace

void drawVerdictSign(QPainter& painter, const QRectF& square, bool isRight, const QColor& colour)
{
    const double side = square.width();
    const QPointF corner = square.topLeft();
    const auto at = [&](double x, double y) { return corner + QPointF(x * side, y * side); };
    painter.setBrush(Qt::NoBrush);
    painter.setPen(
        QPen(colour, std::max(2.0, side / 7), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    if (isRight) {
        painter.drawPolyline(QPolygonF({at(0.12, 0.55), at(0.4, 0.82), at(0.88, 0.2)}));
    } else {
        painter.drawLine(at(0.2, 0.2), at(0.8, 0.8));
        painter.drawLine(at(0.8, 0.2), at(0.2, 0.8));
    }
}

OptionButton::OptionButton(char letter, const QString& text, QWidget* parent)
    : QAbstractButton(parent)
    , m_letter(letter)
{
    setText(text);
    setAccessibleName(text);
    setAccessibleDescription(tr("Option %1").arg(QLatin1Char(letter)));
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void OptionButton::setMark(Mark mark)
{
    m_mark = mark;
    const QString option = tr("Option %1").arg(QLatin1Char(m_letter));
    setAccessibleDescription(mark == Mark::Right       ? tr("%1, right").arg(option)
                                 : mark == Mark::Wrong ? tr("%1, wrong").arg(option)
                                                       : option);
    update();
}

int OptionButton::signSide() const { return int(fontMetrics().height() * kSignOfLine); }

int OptionButton::padding() const { return std::max(4, fontMetrics().height() / 3); }

// Between the letter and the place of the mark, which is kept free so that nothing moves.
QRect OptionButton::textRect(int width, int height) const
{
    const int pad = padding();
    const int left = pad + signSide() + pad;
    const int right = pad + fontMetrics().height() + pad / 2;
    return {left, pad, std::max(1, width - left - right), std::max(1, height - 2 * pad)};
}

int OptionButton::heightForWidth(int width) const
{
    const QRect room = textRect(width, 1 << 20);
    const int text = fontMetrics()
                         .boundingRect(QRect(0, 0, room.width(), 1 << 20), Qt::TextWordWrap,
                                       QAbstractButton::text())
                         .height();
    return std::max(text, signSide()) + 2 * padding();
}

// As wide as what cannot be broken over lines.
QSize OptionButton::minimumSizeHint() const
{
    int widest = 0;
    QTextBoundaryFinder finder(QTextBoundaryFinder::Line, text());
    for (qsizetype from = 0, to = 0; (to = finder.toNextBoundary()) > 0; from = to)
        widest = std::max(widest,
                          fontMetrics().horizontalAdvance(text().mid(from, to - from).trimmed()));
    const int around = 1000 - textRect(1000, 1000).width();
    const int wide = widest + around + 1;
    return {wide, heightForWidth(std::max(wide, width()))};
}

QSize OptionButton::sizeHint() const { return minimumSizeHint(); }

// Arrows are for whoever holds the options: a button by itself goes to any button that is near.
void OptionButton::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Select)
        QAbstractButton::keyPressEvent(event);
    else
        event->ignore();
}

void OptionButton::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeFor(palette());
    const QColor verdict = m_mark == Mark::Right ? theme.good : theme.error;
    QColor ground = groundOf(theme,
                             isDown()                          ? Ground::PressedButton
                                 : underMouse() && isEnabled() ? Ground::HoveredButton
                                                               : Ground::Button);
    if (m_mark != Mark::None)
        ground = mixed(theme.base, verdict, kChosenTint);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(font());
    const bool stands = hasFocus() || m_mark != Mark::None;
    const QColor line = hasFocus() ? theme.accent : m_mark != Mark::None ? verdict : theme.border;
    const double thick = stands ? 2 : 1;
    const double half = thick / 2;
    painter.setPen(QPen(line, thick));
    painter.setBrush(ground);
    painter.drawRoundedRect(QRectF(rect()).adjusted(half, half, -half, -half), padding() / 2.0,
                            padding() / 2.0);
    const int side = signSide();
    const QRectF letter(padding(), (height() - side) / 2.0, side, side);
    painter.setPen(QPen(theme.mutedText, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(letter.adjusted(1, 1, -1, -1));
    painter.setPen(theme.text);
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.drawText(letter, Qt::AlignCenter, QString(QLatin1Char(m_letter)));
    painter.setFont(font());
    painter.drawText(textRect(width(), height()), Qt::AlignVCenter | Qt::TextWordWrap, text());
    if (m_mark == Mark::None)
        return;
    const int sign = fontMetrics().height();
    drawVerdictSign(painter,
                    QRectF(width() - padding() - sign, (height() - sign) / 2.0, sign, sign),
                    m_mark == Mark::Right, verdict);
}

} // namespace gui
