#include "gui/stepviews/state_chart.h"

#include "engine/lesson/values.h"
#include "gui/charts/sweep_chart.h"
#include "gui/text/joined.h"
#include "gui/text/plain_label.h"
#include "gui/theme/metrics.h"

#include <QLabel>
#include <QVBoxLayout>

namespace gui {
namespace {

constexpr int kStateChartHeight = 200; // pixels of scale 1
constexpr int kAudienceChartHeight = 120;

// "tokens per second", "step, u"
QString chartTitle(const lesson::Measure& measure, lesson::Unit unit)
{
    const auto name = lesson::toText(unit);
    const QString unitText = QString::fromUtf8(name.data(), qsizetype(name.size()));
    const QString what
        = measure.id == lesson::MeasureId::Makespan || measure.id == lesson::MeasureId::Step
        ? StateChart::tr("step")
        : QString::fromStdString(lesson::toText(measure));
    return unitText.isEmpty() ? what : enumerated({what, unitText});
}

} // namespace

StateChart::StateChart(QWidget* parent)
    : QWidget(parent)
    , m_chart(new SweepChart(tr("The curve is drawn once you have answered.")))
    , m_values(plainLabel(tr("Values of the curve")))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics().space(1));
    m_chart->setMinimumHeight(metrics().px(kStateChartHeight));
    column->addWidget(m_chart, 1);
    column->addWidget(m_values);
    connect(m_chart, &SweepChart::cellChosen, this,
            [this](SweepCell cell) { emit columnClicked(cell.value); });
}

void StateChart::setForAudience()
{
    m_isForAudience = true;
    m_chart->setMinimumHeight(metrics().px(kAudienceChartHeight));
    m_chart->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    m_values->hide();
}

QString StateChart::values() const { return m_values->text(); }

void StateChart::show(const ChartOf& chart, const ViewOptions& options)
{
    const lesson::Unit unit = lesson::usualUnit(lesson::dimensionOf(chart.of), options.unit);
    const bool isCovered = options.covered || chart.covered;
    SweepPicture picture;
    picture.title = chartTitle(chart.of, unit);
    picture.field = tr("state");
    SweepCurve curve{.name = picture.title, .points = {}};
    QStringList values;
    for (const StepState& state : chart.states) {
        picture.values << state.title;
        std::optional<SweepPoint> point;
        if (state.planned && !isCovered)
            if (const auto value = lesson::valueOf(chart.of, *state.planned)) {
                point = SweepPoint{.height = value->value / lesson::scaleOf(unit, options.unit)};
                values << labelled(
                    state.title,
                    QString::fromStdString(lesson::toText(*value, unit, options.unit)));
            }
        curve.points.push_back(point);
    }
    picture.curves.push_back(std::move(curve));
    m_chart->show(picture);
    m_values->setText(enumerated(values));
    m_values->setVisible(!values.isEmpty() && !m_isForAudience);
}

} // namespace gui
