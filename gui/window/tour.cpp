#include "gui/window/tour.h"

#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"
#include "gui/window/main_window.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

constexpr double kCardWidth = 320; // pixels of scale 1

const QString kTourKey = QStringLiteral("tour/shown");

bool isModifier(const QKeyEvent& event)
{
    return event.key() == Qt::Key_Shift || event.key() == Qt::Key_Control
        || event.key() == Qt::Key_Alt || event.key() == Qt::Key_Meta;
}

QLabel* cardLabel()
{
    auto* label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

} // namespace

Tour::Tour(std::vector<TourStop> stops, QWidget* window)
    : QFrame(window)
    , m_stops(std::move(stops))
    , m_before(window->window()->focusWidget())
    , m_title(cardLabel())
    , m_text(cardLabel())
    , m_count(cardLabel())
    , m_next(new QPushButton)
    , m_end(new QPushButton(tr("Skip")))
{
    setAccessibleName(tr("Hints"));
    m_next->setAccessibleName(tr("Next hint"));
    m_end->setAccessibleName(tr("Skip the hints"));
    const Metrics sizes = metrics();
    QFont strong = sizes.font(font(), Type::Body);
    strong.setWeight(QFont::DemiBold);
    m_title->setFont(strong);
    m_count->setFont(sizes.font(font(), Type::Small));
    m_count->setWordWrap(false);
    auto* row = new QHBoxLayout;
    row->addWidget(m_count, 1);
    row->addWidget(m_end);
    row->addWidget(m_next);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(sizes.space(4), sizes.space(3), sizes.space(4), sizes.space(3));
    column->setSpacing(sizes.space(2));
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addLayout(row);
    setFixedWidth(sizes.px(kCardWidth));
    connect(m_next, &QPushButton::clicked, this, [this] { showStop(m_stop + 1); });
    connect(m_end, &QPushButton::clicked, this, &Tour::end);
    QCoreApplication::instance()->installEventFilter(this);
    showStop(0);
}

void Tour::showStop(int stop)
{
    const int count = static_cast<int>(m_stops.size());
    const auto canShow = [this](int at) {
        const TourStop& each = m_stops[static_cast<std::size_t>(at)];
        return each.part && each.part->isVisible();
    };
    while (stop < count && !canShow(stop))
        ++stop;
    if (stop >= count)
        return end();
    m_stop = stop;
    const TourStop& shown = m_stops[static_cast<std::size_t>(stop)];
    m_title->setText(shown.title);
    m_text->setText(shown.text);
    m_count->setText(tr("%1 of %2").arg(stop + 1).arg(count));
    const bool last = stop + 1 == count;
    m_next->setText(last ? tr("Done") : tr("Next"));
    m_end->setVisible(!last);
    setAccessibleDescription(shown.title + QStringLiteral(". ") + shown.text);
    place();
    show();
    raise();
}

void Tour::takeFocus() { m_next->setFocus(Qt::OtherFocusReason); }

void Tour::end()
{
    if (m_before && isOurs(QApplication::focusWidget()))
        m_before->setFocus(Qt::OtherFocusReason);
    hide();
    deleteLater();
}

// Beside the part where there is room for it, else over its middle; always within the window.
void Tour::place()
{
    const TourStop& shown = m_stops[static_cast<std::size_t>(m_stop)];
    if (!shown.part)
        return;
    setFixedHeight(layout()->heightForWidth(width()));
    const QWidget& window = *parentWidget();
    const QRect part(shown.part->mapTo(&window, QPoint()), shown.part->size());
    const int gap = metrics().space(3);
    QPoint corner(part.center().x() - width() / 2, part.center().y() - height() / 2);
    if (part.right() + gap + width() <= window.width())
        corner = {part.right() + gap, part.top() + gap};
    else if (part.bottom() + gap + height() <= window.height())
        corner = {part.left() + gap, part.bottom() + gap};
    move(std::clamp(corner.x(), gap, std::max(gap, window.width() - width() - gap)),
         std::clamp(corner.y(), gap, std::max(gap, window.height() - height() - gap)));
}

void Tour::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        return end();
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        return m_end->hasFocus() ? end() : showStop(m_stop + 1);
    QFrame::keyPressEvent(event);
}

bool Tour::focusNextPrevChild(bool)
{
    QPushButton* const other = m_next->hasFocus() && m_end->isVisible() ? m_end : m_next;
    other->setFocus(Qt::TabFocusReason);
    return true;
}

bool Tour::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == parentWidget())
        QMetaObject::invokeMethod(this, &Tour::place, Qt::QueuedConnection);
    // A key that is a command's is seen by nobody but as an override. From the widget that has the
    // keyboard it climbs to the window: of one that is typed here every parent hears as well.
    const bool begins = event->type() == QEvent::MouseButtonPress
        || (event->type() == QEvent::ShortcutOverride
            && !isModifier(*static_cast<QKeyEvent*>(event))
            && !isOurs(QApplication::focusWidget()));
    if (begins && watched->isWidgetType() && !isOurs(watched))
        end();
    return QFrame::eventFilter(watched, event);
}

bool Tour::isOurs(const QObject* object) const
{
    return object == this || isAncestorOf(qobject_cast<const QWidget*>(object));
}

void Tour::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = themeFor(palette());
    painter.setPen(QPen(theme.accent, 1));
    painter.setBrush(theme.panel);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

Tour& showTour(MainWindow& window)
{
    delete window.findChild<Tour*>();
    FrameLayout& frame = window.frame();
    return *new Tour(
        {{&frame.rail(), Tour::tr("Design, run, learn"),
          Tour::tr("Design a strategy, run it, look at runs again, learn how schedules work. Each "
                   "opens its panel "
                   "beside the timeline; press it again to close the panel.")},
         {&frame.verdict(), Tour::tr("The answer is here"),
          Tour::tr("Step time, bubble and memory, always in this place. Every edit leaves its "
                   "difference beside the number.")},
         {&frame.sheets(), Tour::tr("Ask the picture"),
          Tour::tr("Point at an op for its story; drag over rows to sum their time. "
                   "Ctrl+Shift+P finds every command; ? lists all shortcuts.")}},
        &window);
}

bool wantsTour(QSettings& settings)
{
    if (settings.value(kTourKey).toBool())
        return false;
    settings.setValue(kTourKey, true);
    return true;
}

} // namespace gui
