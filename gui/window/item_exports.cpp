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

// Of a search or a sweep: its verdict, what it came to, and what it began with.
Report explorationReport(const QString& title, const QString& subtitle, const Verdict& verdict,
                         const NamedTable& table, const strategy::Strategy& base)
{
    Report report;
    report.title = title;
    report.subtitle = subtitle;
    report.numbers = reportNumbers(verdict);
    report.tables = {table};
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
    exports.tables = [this] { return std::vector{m_view->table().named()}; };
    exports.report = [this, tracks = steps.tracks, title = exports.title] {
        Report report;
        report.title = title;
        report.subtitle = tr("Comparison, on one axis of time");
        report.numbers = reportNumbers(verdict());
        report.tracks = tracks;
        report.tables = {m_view->table().named()};
        for (const ComparedSource& source : m_open.sources())
            if (source.prediction)
                report.settings += QStringLiteral("# ") + sourceLabel(source) + QLatin1Char('\n')
                    + QString::fromStdString(strategy::writeStrategy(source.prediction->strategy))
                    + QLatin1Char('\n');
        Verdict shown = verdict();
        shown.source.clear(); // how many are compared, which the table shows
        report.provenance = provenanceOf(shown);
        return report;
    };
    exports.figures.push_back({tr("Timelines"), std::move(steps)});
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
    const auto table
        = [this] { return resultTable(m_view->table().results(), tr("Strategies found")); };
    exports.tables = [table] { return std::vector{table()}; };
    exports.report = [this, table, title = exports.title] {
        // It may have been changed since.
        const auto& began = m_open.answer()->own;
        const strategy::Strategy& own = began ? began->strategy : m_open.base();
        return explorationReport(title, tr("Search, beginning with the strategy below"), verdict(),
                                 table(), own);
    };
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
    const auto table
        = [this] { return resultTable(m_view->table().results(), tr("Values swept")); };
    exports.tables = [table] { return std::vector{table()}; };
    exports.report = [this, table, title = exports.title] {
        return explorationReport(title, tr("Sweep of the strategy below"), verdict(), table(),
                                 m_open.answer()->strategy);
    };
    return exports;
}

} // namespace gui
