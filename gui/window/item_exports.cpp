// What of comparisons, searches and sweeps can leave the window.

#include "gui/export/exports.h"
#include "gui/search/result_table.h"
#include "gui/window/comparison_sheet.h"
#include "gui/window/export_tables.h"
#include "gui/window/item_report.h"
#include "gui/window/search_sheet.h"
#include "gui/window/sweep_sheet.h"

#include "engine/strategy/yaml.h"

namespace gui {
namespace {

template <class Chart, class Picture>
MakeWidget chartOf(Picture picture)
{
    return [picture = std::move(picture)]() -> std::unique_ptr<QWidget> {
        auto chart = std::make_unique<Chart>(QString());
        chart->show(picture);
        return chart;
    };
}

// Of a search or a sweep: its verdict, its tables, and what it began with.
Report explorationReport(const Exports& exports, const QString& subtitle, const Verdict& verdict,
                         const strategy::Strategy& base)
{
    Report report;
    report.title = exports.title;
    report.subtitle = subtitle;
    report.numbers = reportNumbers(verdict);
    report.tables = exports.tables;
    report.settings = QString::fromStdString(strategy::writeStrategy(base));
    report.provenance = provenanceOf(verdict);
    return report;
}

} // namespace

Exports ComparisonSheet::exports()
{
    Exports exports;
    exports.title = m_open.title();
    exports.stem = fileStem(exports.title);
    Report report;
    StepsToDraw steps;
    for (const ComparedStepPtr& step : m_view->table().comparison()) {
        if (!step->track.timeline)
            continue;
        TrackData track = step->track;
        track.title = step->name;
        if (track.schedule)
            exports.steps.push_back(track);
        steps.tracks.push_back(std::move(track));
    }
    if (steps.tracks.empty())
        return exports;
    steps.view = m_view->viewState().visible();
    steps.area = m_view->viewState().area();
    steps.extras.criticalPath = m_view->viewState().showsCriticalPath();
    report.tracks = steps.tracks;
    exports.figures.push_back({tr("Timelines"), std::move(steps)});
    exports.tables = {m_view->table().named()};
    report.title = exports.title;
    report.subtitle = tr("Comparison, on one axis of time");
    report.numbers = reportNumbers(verdict());
    report.tables = exports.tables;
    for (const ComparedSource& source : m_open.sources())
        if (source.prediction)
            report.settings += QStringLiteral("# ") + sourceLabel(source) + QLatin1Char('\n')
                + QString::fromStdString(strategy::writeStrategy(source.prediction->strategy))
                + QLatin1Char('\n');
    Verdict shown = verdict();
    shown.source.clear(); // how many are compared, which the table shows
    report.provenance = provenanceOf(shown);
    exports.report = std::move(report);
    return exports;
}

Exports SearchSheet::exports()
{
    Exports exports;
    exports.title = m_open.title();
    exports.stem = fileStem(exports.title);
    if (m_view->points().empty())
        return exports;
    exports.figures.push_back(
        {tr("Time and memory"), chartOf<FrontChart>(frontPicture(m_view->points()))});
    exports.tables = {resultTable(m_view->table().results(), tr("Strategies found"))};
    // It may have been changed since.
    const auto& began = m_open.answer()->own;
    const strategy::Strategy& own = began ? began->strategy : m_open.base();
    exports.report = explorationReport(exports, tr("Search, beginning with the strategy below"),
                                       verdict(), own);
    return exports;
}

Exports SweepSheet::exports()
{
    Exports exports;
    exports.title = m_open.title();
    exports.stem = fileStem(exports.title);
    if (m_view->table().rowCount() == 0)
        return exports;
    for (const SweepPicture& picture : {m_view->chart().picture(), m_view->memoryChart().picture()})
        if (!picture.isEmpty())
            exports.figures.push_back({picture.title, chartOf<SweepChart>(picture)});
    for (const SweepPicture& picture : {m_view->map().picture(), m_view->memoryMap().picture()})
        if (!picture.isEmpty())
            exports.figures.push_back(
                {tr("%1, as a map").arg(picture.title), chartOf<HeatMap>(picture)});
    exports.tables = {resultTable(m_view->table().results(), tr("Values swept"))};
    exports.report = explorationReport(exports, tr("Sweep of the strategy below"), verdict(),
                                       m_open.answer()->strategy);
    return exports;
}

} // namespace gui
