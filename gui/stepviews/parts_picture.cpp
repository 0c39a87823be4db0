#include "gui/stepviews/parts_picture.h"

#include "gui/text/plain_tip.h"
#include "gui/theme/metrics.h"

#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gui {
namespace {

constexpr int kPictureWidth = 420;      // pixels of scale 1, where nobody says otherwise
constexpr int kLeastPictureWidth = 160; // in which it still reads
constexpr double kAside = 3; // how much farther a part counts that stands aside of the way

bool holds(const std::vector<int>& numbers, int number)
{
    return number >= 0 && std::find(numbers.begin(), numbers.end(), number) != numbers.end();
}

// How far it is from one part to another in a direction; nothing where it lies elsewhere.
std::optional<double> wayTo(const QRect& from, const QRect& to, Qt::Key key)
{
    const QPoint by = to.center() - from.center();
    const bool isAcross = key == Qt::Key_Left || key == Qt::Key_Right;
    const int along
        = (key == Qt::Key_Left || key == Qt::Key_Up ? -1 : 1) * (isAcross ? by.x() : by.y());
    const int aside = std::abs(isAcross ? by.y() : by.x());
    if (along <= 0)
        return std::nullopt;
    return along + kAside * aside;
}

} // namespace

PartsPicture::PartsPicture(const QString& name, QWidget* parent)
    : QWidget(parent)
{
    installPaintedParts();
    setAccessibleName(name);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void PartsPicture::ensure() const
{
    if (m_laidWidth == width())
        return;
    m_laidWidth = width();
    m_laid = layOut(width());
}

const std::vector<PartsPicture::Part>& PartsPicture::all() const
{
    ensure();
    return m_laid.parts;
}

void PartsPicture::refresh()
{
    m_laidWidth = -1;
    m_current = std::min(m_current, parts() - 1);
    m_hovered = -1;
    updateGeometry();
    update();
}

int PartsPicture::heightForWidth(int width) const { return layOut(width).height; }

QSize PartsPicture::sizeHint() const
{
    const int wide = metrics().px(kPictureWidth);
    return {wide, heightForWidth(wide)};
}

QSize PartsPicture::minimumSizeHint() const
{
    return {metrics().px(kLeastPictureWidth), letters(2)};
}

QFont PartsPicture::smallFont() const
{
    QFont small = font();
    small.setPixelSize(std::max(10, fontInfo().pixelSize() * 6 / 7));
    return small;
}

int PartsPicture::letters(double times) const
{
    return int(std::lround(fontMetrics().height() * times));
}

void PartsPicture::setMarked(std::vector<int> ranks, std::vector<int> layers)
{
    m_markedRanks = std::move(ranks);
    m_markedLayers = std::move(layers);
    update();
}

bool PartsPicture::isMarked(const Part& part) const
{
    return part.layer >= 0 ? holds(m_markedLayers, part.layer) : holds(m_markedRanks, part.rank);
}

int PartsPicture::partAt(QPoint place) const
{
    int found = -1;
    for (int part = 0; part < parts(); ++part) {
        const QRect& own = at(part).place;
        if (own.contains(place)
            && (found < 0
                || own.width() * own.height() < at(found).place.width() * at(found).place.height()))
            found = part;
    }
    return found;
}

void PartsPicture::choosePart(int part)
{
    if (part < -1 || part >= parts() || part == m_current)
        return;
    m_current = part;
    setAccessibleDescription(part < 0 ? QString() : at(part).name);
    tellCurrentPart(*this);
    update();
}

void PartsPicture::clicked(int part)
{
    const Part one = at(part); // whoever hears it may change what is shown
    if (one.layer >= 0)
        emit layerClicked(one.layer);
    if (one.rank >= 0)
        emit rankClicked(one.rank);
}

int PartsPicture::partBeside(Qt::Key key) const
{
    int best = m_current;
    double least = std::numeric_limits<double>::max();
    for (int part = 0; part < parts(); ++part)
        if (const auto way = wayTo(at(m_current).place, at(part).place, key); way && *way < least) {
            best = part;
            least = *way;
        }
    return best;
}

void PartsPicture::keyPressEvent(QKeyEvent* event)
{
    const auto key = Qt::Key(event->key());
    if (parts() == 0 || event->modifiers() & (Qt::ControlModifier | Qt::AltModifier))
        return QWidget::keyPressEvent(event);
    switch (key) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
        return choosePart(m_current < 0 ? 0 : partBeside(key));
    case Qt::Key_Home:
        return choosePart(0);
    case Qt::Key_End:
        return choosePart(parts() - 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (m_current >= 0)
            return clicked(m_current);
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

void PartsPicture::mousePressEvent(QMouseEvent* event)
{
    const int part = partAt(event->pos());
    if (event->button() != Qt::LeftButton || part < 0)
        return QWidget::mousePressEvent(event);
    choosePart(part);
    clicked(part);
}

void PartsPicture::mouseMoveEvent(QMouseEvent* event)
{
    const int part = partAt(event->pos());
    if (part == m_hovered)
        return;
    m_hovered = part;
    setCursor(part >= 0 && (at(part).rank >= 0 || at(part).layer >= 0) ? Qt::PointingHandCursor
                                                                       : Qt::ArrowCursor);
    update();
}

void PartsPicture::leaveEvent(QEvent* event)
{
    m_hovered = -1;
    update();
    QWidget::leaveEvent(event);
}

bool PartsPicture::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int part = partAt(help->pos());
    QString tip = part < 0 ? QString() : at(part).name;
    if (part >= 0 && !at(part).description.isEmpty())
        tip += QLatin1Char('\n') + at(part).description;
    QToolTip::showText(help->globalPos(), plainTip(tip), this);
    return true;
}

void PartsPicture::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        refresh();
    QWidget::changeEvent(event);
}

void PartsPicture::paintEvent(QPaintEvent*)
{
    ensure();
    const Theme& theme = themeFor(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    draw(painter, theme);
    painter.setFont(font());
    painter.setBrush(Qt::NoBrush);
    const double thick = std::max(2.0, double(letters(0.12)));
    const auto outline = [&](const QRect& place, const QPen& pen) {
        const double half = pen.widthF() / 2;
        painter.setPen(pen);
        painter.drawRoundedRect(QRectF(place).adjusted(half, half, -half, -half), half, half);
    };
    for (const Part& part : m_laid.parts)
        if (isMarked(part))
            outline(part.place, QPen(theme.accent, thick + 1));
    if (m_hovered >= 0 && m_hovered < parts())
        outline(at(m_hovered).place, QPen(theme.mutedText, 1));
    if (!hasFocus())
        return;
    if (m_current >= 0)
        outline(at(m_current).place, QPen(theme.text, thick, Qt::DashLine));
    else
        outline(rect(), QPen(theme.accent, 1));
}

} // namespace gui
