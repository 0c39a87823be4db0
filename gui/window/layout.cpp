#include "gui/window/layout.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QDockWidget>
#include <QGuiApplication>
#include <QMainWindow>
#include <QScreen>
#include <QScrollArea>
#include <QStyle>

#include <algorithm>

namespace gui {
namespace {

constexpr QSize kFirstSize(1280, 800);
constexpr int kWide = 1800; // from here on two panels stand beside each other at the bottom
constexpr int kTall = 1200; // from here on three charts fit under the run

} // namespace

QSize firstWindowSize()
{
    const QScreen* screen = QGuiApplication::primaryScreen();
    return screen ? kFirstSize.boundedTo(screen->availableSize()) : kFirstSize;
}

void placeDocks(QMainWindow& window, const Docks& docks)
{
    const std::pair<QDockWidget*, Qt::DockWidgetArea> places[]
        = {{docks.editor, Qt::LeftDockWidgetArea},      {docks.run, Qt::RightDockWidgetArea},
           {docks.chart, Qt::RightDockWidgetArea},      {docks.loss, Qt::RightDockWidgetArea},
           {docks.throughput, Qt::RightDockWidgetArea}, {docks.devices, Qt::RightDockWidgetArea},
           {docks.ledger, Qt::BottomDockWidgetArea},    {docks.memory, Qt::BottomDockWidgetArea}};
    for (const auto& [dock, area] : places) {
        // The user may have taken it out of the window.
        dock->setFloating(false);
        window.addDockWidget(area, dock);
        dock->show();
    }
    window.tabifyDockWidget(docks.throughput, docks.devices);
    docks.devices->setVisible(docks.devicesCount);
    // Shares of the window, within bounds: panels need a least size to be of use, and the timeline
    // gets what is left of a large window.
    const int side = std::clamp(window.width() * 21 / 100, 260, 400);
    const int ledger = std::clamp(window.height() * 31 / 100, 180, 340);
    const int chart = std::clamp(window.height() * 26 / 100, 205, 420);
    window.resizeDocks({docks.editor, docks.run}, {side, side}, Qt::Horizontal);
    window.resizeDocks({docks.ledger}, {ledger}, Qt::Vertical);
    if (window.width() >= kWide) {
        const int across = window.width() - side;
        window.resizeDocks({docks.ledger, docks.memory}, {across * 6 / 10, across * 4 / 10},
                           Qt::Horizontal);
    } else {
        window.tabifyDockWidget(docks.ledger, docks.memory);
        docks.ledger->raise();
    }
    // One behind the other, unless there is room for all.
    if (window.height() >= kTall) {
        const int each = (window.height() - ledger) / 5;
        window.resizeDocks({docks.run, docks.chart, docks.loss, docks.throughput},
                           {2 * each, each, each, each}, Qt::Vertical);
        return;
    }
    window.tabifyDockWidget(docks.chart, docks.loss);
    window.tabifyDockWidget(docks.loss, docks.throughput);
    window.tabifyDockWidget(docks.throughput, docks.devices);
    docks.chart->raise();
    window.resizeDocks({docks.run, docks.chart}, {window.height() - ledger - chart, chart},
                       Qt::Vertical);
}

void nameTitleButtons(QDockWidget* dock)
{
    const auto name = [dock](const char* object, const QString& text) {
        if (auto* button = dock->findChild<QAbstractButton*>(QLatin1String(object))) {
            button->setAccessibleName(text.arg(dock->windowTitle()));
            button->setToolTip(text.arg(dock->windowTitle()));
        }
    };
    name("qt_dockwidget_closebutton", QCoreApplication::translate("Layout", "Close the panel %1"));
    name("qt_dockwidget_floatbutton",
         QCoreApplication::translate("Layout", "Take the panel %1 out of the window"));
}

QWidget* scrolled(QWidget* content)
{
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(content);
    // The bar may appear at any time, and must not hide a part of the content then.
    scroll->setMinimumWidth(content->minimumSizeHint().width()
                            + scroll->style()->pixelMetric(QStyle::PM_ScrollBarExtent));
    return scroll;
}

} // namespace gui
