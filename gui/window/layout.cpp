#include "gui/window/layout.h"

#include "gui/inputs/focus_in_sight.h"

#include <QCoreApplication>
#include <QEvent>
#include <QGuiApplication>
#include <QScreen>
#include <QScrollArea>
#include <QStyle>

namespace gui {
namespace {

constexpr QSize kFirstSize(1280, 800);
constexpr int kNestedLayouts = 8;

} // namespace

QSize firstWindowSize()
{
    const QScreen* screen = QGuiApplication::primaryScreen();
    return screen ? kFirstSize.boundedTo(screen->availableSize()) : kFirstSize;
}

QWidget* scrolled(QWidget* content)
{
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(content);
    keepFocusInSight(*scroll);
    // The bar may appear at any time, and must not hide a part of the content then.
    scroll->setMinimumWidth(content->minimumSizeHint().width()
                            + scroll->style()->pixelMetric(QStyle::PM_ScrollBarExtent));
    return scroll;
}

void settleLayouts()
{
    for (int depth = 0; depth < kNestedLayouts; ++depth)
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
}

} // namespace gui
