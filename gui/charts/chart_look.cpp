#include "gui/charts/chart_look.h"

#include "gui/theme/metrics.h"

#include <QCategoryAxis>
#include <QChart>
#include <QChartView>
#include <QGraphicsLayout>
#include <QLabel>
#include <QLegend>
#include <QPainter>
#include <QPen>
#include <QValueAxis>

#include <algorithm>

namespace gui {

void makeLook(QChartView& view, QLabel& emptyText)
{
    view.chart()->setMargins({2, 0, 6, 0});
    view.chart()->layout()->setContentsMargins(0, 0, 0, 0);
    view.chart()->setBackgroundRoundness(0);
    view.setFrameShape(QFrame::NoFrame);
    view.setRenderHint(QPainter::Antialiasing);
    view.setMinimumSize(200, 120);
    // A chart takes no keys, so Tab passes it by.
    view.setFocusPolicy(Qt::NoFocus);
    emptyText.setTextFormat(Qt::PlainText);
    emptyText.setWordWrap(true);
    emptyText.setAlignment(Qt::AlignCenter);
    emptyText.setMargin(8);
    emptyText.setAutoFillBackground(true);
}

void leaveRoomForFocus(QWidget& chart) { chart.setContentsMargins(1, 1, 1, 1); }

void paintFocus(QWidget& chart)
{
    if (!chart.hasFocus())
        return;
    QPainter painter(&chart);
    painter.setPen(QPen(themeFor(chart.palette()).accent, 1));
    painter.drawRect(chart.rect().adjusted(0, 0, -1, -1));
}

void labelPlaces(QCategoryAxis& axis, int count, int every,
                 const std::function<QString(int place)>& label)
{
    const auto before = axis.categoriesLabels();
    // An axis offers no way to clear its categories at once.
    for (const QString& one : before)
        axis.remove(one);
    for (int place = 0; place < count; place += every)
        axis.append(label(place), place);
    // Half a place beyond the first and the last, so that nothing is cut off at the frame.
    axis.setRange(-0.5, std::max(1, count) - 0.5);
}

void applyTheme(QChart& chart, QLabel& emptyText, const Theme& theme)
{
    chart.setBackgroundBrush(theme.base);
    chart.setPlotAreaBackgroundVisible(false);
    chart.legend()->setLabelColor(theme.text);
    const QFont small = metrics().font(emptyText.font(), Type::Small);
    chart.legend()->setFont(small);
    const auto axes = chart.axes();
    for (QAbstractAxis* axis : axes) {
        axis->setLabelsColor(theme.text);
        axis->setTitleBrush(theme.mutedText);
        axis->setTitleFont(small);
        axis->setLabelsFont(small);
        axis->setLinePenColor(theme.border);
        axis->setGridLineColor(theme.grid);
    }
    QPalette muted = emptyText.palette();
    muted.setColor(QPalette::Window, theme.base);
    muted.setColor(QPalette::WindowText, theme.mutedText);
    emptyText.setPalette(muted);
}

} // namespace gui
