// What of a strategy, and of the run beside it, can leave the window.

#include "gui/charts/memory_chart.h"
#include "gui/editor/field_names.h"
#include "gui/export/exports.h"
#include "gui/ledger/ledger_panel.h"
#include "gui/live/verdict_words.h"
#include "gui/window/export_tables.h"
#include "gui/window/item_report.h"
#include "gui/window/strategy_sheet.h"

#include "engine/strategy/yaml.h"

#include <QDir>
#include <QFileInfo>

namespace gui {
namespace {

constexpr int kReportedRanks = 64;
constexpr int kAllRanks = 1 << 20;

ReportFinding findingOf(ReportMood mood, const strategy::Problem& problem)
{
    return {mood, namedSentence(problem)};
}

// Of the run beside the strategy: how it stands, and what its steps say.
void addRun(Report& report, const Verdict& verdict, const RunView& view)
{
    if (verdict.health.isEmpty())
        return;
    ReportFinding run{moodOf(verdict.healthMood), verdict.health};
    const QString all = verdict.healthTip + QLatin1Char('\n') + view.comparison();
    for (const QString& line : all.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
        if (line != run.sentence && !run.evidence.contains(line))
            run.evidence << line;
    report.findings.push_back(std::move(run));
}

} // namespace

Exports StrategySheet::exports()
{
    Exports exports;
    const strategy::Strategy& strategy = document().strategy();
    exports.title
        = strategy.name.empty() ? m_open.shortTitle() : QString::fromStdString(strategy.name);
    const QString path = document().path();
    const QFileInfo file(path);
    exports.stem
        = path.isEmpty() ? fileStem(exports.title) : file.dir().filePath(file.completeBaseName());

    StepsToDraw steps;
    for (const auto& [slot, track] : m_area->panel().tracks())
        if (track->timeline && !track->timeline->spans.empty())
            steps.tracks.push_back(*track);
    steps.view = viewState().visible();
    steps.area = viewState().area();
    steps.extras.criticalPath = viewState().showsCriticalPath();
    for (const TrackData& track : steps.tracks)
        if (track.schedule)
            exports.steps.push_back(track);
    Report report;
    report.tracks = steps.tracks;
    if (!steps.tracks.empty())
        exports.figures.push_back({tr("Timeline"), std::move(steps)});

    const EstimatePtr estimate = m_estimator.isCurrent() ? m_estimator.estimate() : nullptr;
    if (estimate)
        exports.figures.push_back({tr("Memory"), [estimate] {
                                       auto chart = std::make_unique<MemoryChart>();
                                       chart->setEstimate(estimate);
                                       return chart;
                                   }});
    const LedgerModel& lines = ledger().model();
    if (lines.columnCount() > 0)
        exports.tables.push_back(ledgerTable(lines, kAllRanks));
    report.tables = {};
    if (lines.columnCount() > 0)
        report.tables.push_back(ledgerTable(lines, kReportedRanks));
    if (estimate)
        exports.tables.push_back(memoryTable(*estimate));
    if (const PredictionPtr& prediction = document().prediction())
        exports.tables.push_back(costTable(prediction->costs));
    if (lines.columnCount() > 0)
        report.tables.insert(report.tables.end(), exports.tables.begin() + 1, exports.tables.end());

    report.title = exports.title;
    const auto& run = controller().run();
    report.subtitle = !controller().session().isShowing() ? tr("Strategy, as it is predicted")
        : run ? tr("Run %1, beside what is predicted of it").arg(run->run)
              : tr("A recording, beside what is predicted of it");
    report.numbers = reportNumbers(verdict());
    addRun(report, verdict(), m_runView);
    for (const strategy::Problem& problem : document().problems())
        report.findings.push_back(findingOf(ReportMood::Bad, problem));
    for (const strategy::Problem& problem : document().warnings())
        report.findings.push_back(findingOf(ReportMood::Warning, problem));
    if (estimate)
        for (const strategy::Problem& problem : estimate->numbers.warnings)
            report.findings.push_back(findingOf(ReportMood::Warning, problem));
    report.settings = QString::fromStdString(strategy::writeStrategy(strategy));
    report.provenance = provenanceOf(verdict());
    exports.report = std::move(report);
    return exports;
}

} // namespace gui
