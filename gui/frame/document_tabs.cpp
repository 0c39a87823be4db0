#include "gui/frame/document_tabs.h"

#include "gui/text/plain_tip.h"
#include "gui/text/shown_text.h"
#include "gui/theme/metrics.h"

#include <QMouseEvent>

#include <algorithm>

namespace gui {
namespace {

constexpr int kMostOfTitle = 120; // characters: more than any tab has room for
constexpr int kLeastWidth = 140;  // of a long title; where more tabs have no room, they scroll

} // namespace

DocumentTabs::DocumentTabs(QWidget* parent)
    : QTabBar(parent)
{
    setAccessibleName(tr("Open documents"));
    setDocumentMode(true);
    setDrawBase(false);
    setExpanding(false);
    setMovable(true);
    setTabsClosable(true);
    setUsesScrollButtons(true);
    setElideMode(Qt::ElideMiddle);
    setSelectionBehaviorOnRemove(QTabBar::SelectPreviousTab);
    setFocusPolicy(Qt::TabFocus);
}

void DocumentTabs::setLook(int place, const TabLook& look)
{
    QString title = shownText(look.title, kMostOfTitle);
    // A single '&' would underline the letter after it.
    title.replace(QLatin1Char('&'), QStringLiteral("&&"));
    setTabText(place,
               (look.mark.isEmpty() ? QString() : look.mark + QLatin1Char(' ')) + title
                   + (look.isModified ? QStringLiteral(" *") : QString()));
    setTabToolTip(place, plainTip(look.tip));
    updateGeometry();
}

// Before it is shown, QTabBar does not tell its layout that it needs another width.
void DocumentTabs::tabInserted(int place)
{
    QTabBar::tabInserted(place);
    updateGeometry();
}

void DocumentTabs::tabRemoved(int place)
{
    QTabBar::tabRemoved(place);
    updateGeometry();
}

QSize DocumentTabs::tabSizeHint(int place) const
{
    const Metrics sizes = metrics();
    const int wanted = QTabBar::tabSizeHint(place).width();
    return {std::clamp(wanted, sizes.px(96), sizes.px(240)), sizes.barHeight()};
}

QSize DocumentTabs::minimumTabSizeHint(int place) const
{
    return {std::min(tabSizeHint(place).width(), metrics().px(kLeastWidth)), metrics().barHeight()};
}

void DocumentTabs::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::MiddleButton) {
        if (const int place = tabAt(event->pos()); place >= 0)
            emit tabCloseRequested(place);
        return;
    }
    QTabBar::mouseReleaseEvent(event);
}

} // namespace gui
