#include "gui/charts/chart_colors.h"

#include <QChart>
#include <QLabel>
#include <QLegend>
#include <QPen>
#include <QValueAxis>

namespace gui {

void applyTheme(QChart& chart, QLabel& emptyText, const Theme& theme)
{
    chart.setBackgroundBrush(theme.base);
    chart.setPlotAreaBackgroundVisible(false);
    chart.legend()->setLabelColor(theme.text);
    const auto axes = chart.axes();
    for (QAbstractAxis* axis : axes) {
        axis->setLabelsColor(theme.text);
        axis->setTitleBrush(theme.mutedText);
        axis->setLinePenColor(theme.border);
        axis->setGridLineColor(theme.grid);
    }
    QPalette muted = emptyText.palette();
    muted.setColor(QPalette::Window, theme.base);
    muted.setColor(QPalette::WindowText, theme.mutedText);
    emptyText.setPalette(muted);
}

} // namespace gui
