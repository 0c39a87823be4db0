// What of a strategy, and of the run beside it, can leave the window.

#include "gui/charts/memory_chart.h"
#include "gui/editor/field_names.h"
#include "gui/export/exports.h"
#include "gui/ledger/ledger_panel.h"
#include "gui/live/verdict_words.h"
#include "gui/timeline/peer_story.h"
#include "gui/window/export_tables.h"
#include "gui/window/item_report.h"
#include "gui/window/strategy_sheet.h"

#include "engine/plan/cost_basis.h"
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

// The ledger has so many ranks at most.
std::vector<NamedTable> tablesOf(const LedgerModel& ledger, int mostRanks,
                                 const EstimatePtr& estimate, const PredictionPtr& prediction)
{
    std::vector<NamedTable> tables;
    if (ledger.columnCount() > 0)
        tables.push_back(ledgerTable(ledger, mostRanks));
    if (estimate)
        tables.push_back(memoryTable(*estimate));
    if (prediction)
        tables.push_back(costTable(prediction->modelled()
                                       ? plan::asGiven(prediction->costs, *prediction->schedule)
                                       : prediction->costs));
    return tables;
}

void addRanks(std::vector<NamedTable>& tables, const std::vector<TrackData>& tracks)
{
    if (auto ranks = rankTable(tracks))
        tables.push_back(std::move(*ranks));
}

QString subtitleOf(const RunController& controller)
{
    const auto& run = controller.run();
    if (!controller.session().isShowing() || !run)
        return StrategySheet::tr("Strategy, as it is predicted");
    // A recording need not be that of a run that this computer knows; its folder names it.
    return controller.isReplay()
        ? StrategySheet::tr("Recording %1, beside what is predicted of it").arg(run->run)
        : StrategySheet::tr("Run %1, beside what is predicted of it").arg(run->run);
}

std::vector<ReportFinding> problemsOf(const Document& document, const EstimatePtr& estimate)
{
    std::vector<ReportFinding> findings;
    for (const strategy::Problem& problem : document.problems())
        findings.push_back(findingOf(ReportMood::Bad, problem));
    for (const strategy::Problem& problem : document.warnings())
        findings.push_back(findingOf(ReportMood::Warning, problem));
    if (estimate)
        for (const strategy::Problem& problem : estimate->numbers.warnings)
            findings.push_back(findingOf(ReportMood::Warning, problem));
    return findings;
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
    const std::vector<TrackData> tracks = steps.tracks;
    if (!steps.tracks.empty())
        exports.figures.push_back({tr("Timeline"), std::move(steps)});

    const EstimatePtr estimate = m_estimator.isCurrent() ? m_estimator.estimate() : nullptr;
    if (estimate)
        exports.figures.push_back({tr("Memory"), [estimate] {
                                       auto chart = std::make_unique<MemoryChart>();
                                       chart->setEstimate(estimate);
                                       return chart;
                                   }});
    exports.tables = [this, estimate, tracks] {
        auto tables = tablesOf(ledger().model(), kAllRanks, estimate, document().prediction());
        addRanks(tables, tracks);
        return tables;
    };
    exports.report = [this, estimate, tracks, title = exports.title] {
        Report report;
        report.title = title;
        report.subtitle = subtitleOf(controller());
        report.numbers = reportNumbers(verdict());
        addRun(report, verdict(), m_runView);
        for (const TrackData& track : tracks)
            if (const QString held = heldUpInWords(track); !held.isEmpty())
                report.findings.push_back({ReportMood::Warning, held});
        for (ReportFinding& finding : problemsOf(document(), estimate))
            report.findings.push_back(std::move(finding));
        report.tracks = tracks;
        report.tables
            = tablesOf(ledger().model(), kReportedRanks, estimate, document().prediction());
        addRanks(report.tables, tracks);
        report.settings = QString::fromStdString(strategy::writeStrategy(document().strategy()));
        report.provenance = provenanceOf(verdict());
        return report;
    };
    return exports;
}

} // namespace gui
