#include "gui/exchange/foreign_file.h"

#include "engine/plan/simulate.h"
#include "engine/strategy/convert/recognise.h"
#include "engine/strategy/file.h"
#include "gui/text/engine_text.h"
#include "gui/text/joined.h"
#include "telemetry/event_log.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace gui {
namespace {

constexpr std::size_t kMostBytes = 1u << 20; // of a configuration
constexpr qint64 kHead = 64 << 10;

QString foreignText(const char* source)
{
    return QCoreApplication::translate("ForeignFile", source);
}

bool isRankDump(const QByteArray& head)
{
    return head.contains("\"fwd_start\"")
        || (head.contains("\"pp_size\"") && head.contains("\"num_mbs\""));
}

ForeignFile problem(const QString& sentence)
{
    ForeignFile file;
    file.problems << sentence;
    return file;
}

QString formatList()
{
    QStringList titles;
    for (const strategy::Format& format : strategy::formats())
        if (format.import)
            titles << engineText(format.title);
    return enumerated(titles);
}

std::optional<TraceStep> stepOf(const plan::Schedule& schedule, const measured::Step& step,
                                const measured::IterationFit& fit)
{
    auto predicted = plan::simulate(schedule, fit.costs);
    if (!predicted)
        return {};
    TraceStep made;
    made.fit = fit;
    made.measured = std::make_shared<const plan::Timeline>(step.timeline);
    made.ledger
        = std::make_shared<const plan::Ledger>(plan::account(schedule, *made.measured, fit.costs));
    made.predicted = std::make_shared<const plan::Timeline>(*std::move(predicted));
    made.predictedLedger
        = std::make_shared<const plan::Ledger>(plan::account(schedule, *made.predicted, fit.costs));
    return made;
}

ForeignFile readTrace(const QString& folder, const plan::StopAsked& stop)
{
    auto dump = strategy::readPipelineDump(folder.toStdString());
    if (!dump)
        return problem(engineText(dump.error().message));
    std::vector<measured::TracedIteration> iterations;
    for (const strategy::DumpedIteration& iteration : dump->iterations) {
        measured::TracedIteration made{iteration.number, {}};
        for (const strategy::DumpedRank& rank : iteration.ranks)
            made.ranks.push_back(rank.times);
        iterations.push_back(std::move(made));
    }
    const auto run = measured::traceRun(dump->config.shape, dump->config.data, iterations,
                                        {dump->config.clocks, dump->config.clocksRunOn});
    if (!run || (stop && stop()))
        return problem(run ? QString() : engineText(run.error().message));
    const auto fits = measured::fitEach(run->order.schedule, run->plainSteps());
    if (!fits)
        return problem(engineText(fits.error().message));
    auto trace = std::make_shared<ForeignTrace>();
    trace->folder = folder;
    trace->title = QFileInfo(folder).fileName();
    trace->config = dump->config;
    trace->scheduleName = run->order.name;
    trace->schedule = std::make_shared<const plan::Schedule>(run->order.schedule);
    std::vector<bool> isWarmUp;
    for (std::size_t i = 0; i < fits->size(); ++i) {
        auto step = stepOf(*trace->schedule, run->steps[i].step, (*fits)[i]);
        if (!step || (stop && stop()))
            return problem(foreignText(
                QT_TRANSLATE_NOOP("ForeignFile", "the costs of an iteration predict no step")));
        isWarmUp.push_back(step->fit.warmUp);
        trace->steps.push_back(*std::move(step));
    }
    trace->typical = measured::typicalStep(*run, isWarmUp);
    trace->report.path = folder;
    trace->report.format
        = foreignText(QT_TRANSLATE_NOOP("ForeignFile", "Dumps of a pipeline's ranks"));
    for (const std::string& note : dump->notes)
        trace->report.remarks.push_back({strategy::Remark::Kind::Ignored, 0, {}, note});
    for (const std::string& sentence : measured::takenForGranted(*run, dump->config.data))
        trace->report.remarks.push_back({strategy::Remark::Kind::Assumed, 0, {}, sentence});
    ForeignFile file;
    file.trace = std::move(trace);
    return file;
}

ForeignFile readConfiguration(const QString& path)
{
    const auto text = strategy::readTextFile(path.toStdString(), kMostBytes);
    if (!text)
        return problem(engineText(text.error().message));
    const strategy::Format* format = strategy::recogniseFormat(*text);
    if (!format)
        return problem(
            foreignText(QT_TRANSLATE_NOOP("ForeignFile",
                                          "This is not a strategy, a recording, a trace or the "
                                          "configuration of a known framework: %1."))
                .arg(formatList()));
    strategy::ImportResult read
        = format->import({*text, QFileInfo(path).absolutePath().toStdString()});
    ForeignFile file;
    if (!read.strategy) {
        file.problems << foreignText(QT_TRANSLATE_NOOP("ForeignFile", "Read as %1:"))
                             .arg(engineText(format->title));
        for (const strategy::Problem& each : read.problems)
            file.problems << engineText(
                strategy::toText(QFileInfo(path).fileName().toStdString(), each));
        return file;
    }
    ForeignStrategy made;
    made.strategy = *std::move(read.strategy);
    if (made.strategy.name.empty())
        made.strategy.name = QFileInfo(path).completeBaseName().toStdString();
    made.format = format->name;
    made.report = {path, engineText(format->title), std::move(read.remarks)};
    made.kept = std::move(read.kept);
    file.strategy = std::move(made);
    return file;
}

} // namespace

namespace {

// A line of its own, "lesson: 1", that no other file begins with.
bool isLesson(const QByteArray& head)
{
    static const QByteArray kKey("lesson:");
    return head.startsWith(kKey) || head.contains('\n' + kKey);
}

} // namespace

PathKind kindOfPath(const QString& path)
{
    const QFileInfo info(path);
    if (info.isDir())
        return QFileInfo(QDir(path).filePath(QLatin1String(telemetry::kEventLogName))).isFile()
            ? PathKind::Recording
            : PathKind::Foreign;
    if (path.endsWith(QLatin1String(".bslog")))
        return PathKind::Recording;
    QFile file(path);
    // Never opens a pipe or a device, which might wait.
    if (!info.isFile() || !file.open(QIODevice::ReadOnly))
        return PathKind::Strategy;
    const QByteArray head = file.read(kHead);
    if (isLesson(head))
        return PathKind::Lesson;
    const strategy::Format* format
        = strategy::recogniseFormat({head.constData(), static_cast<std::size_t>(head.size())});
    if (format && format->name == "bubblescope")
        return PathKind::Strategy;
    if (format || isRankDump(head))
        return PathKind::Foreign;
    const QString ending = info.suffix().toLower();
    if (ending == QLatin1String("csv"))
        return PathKind::Order;
    // What is named like a strategy is told what it lacks to be one.
    return ending == QLatin1String("yaml") || ending == QLatin1String("yml")
            || ending == QLatin1String("json")
        ? PathKind::Strategy
        : PathKind::Foreign;
}

ForeignFile readForeign(const QString& path, const plan::StopAsked& stop)
{
    const QFileInfo info(path);
    if (info.isDir()) {
        if (strategy::isPipelineDump(path.toStdString()))
            return readTrace(QDir(path).absolutePath(), stop);
        return problem(foreignText(
            QT_TRANSLATE_NOOP("ForeignFile",
                              "This directory holds no recording (events.bslog) and no trace "
                              "(config.json and pp_rank_0.json).")));
    }
    QFile file(path);
    if (info.isFile() && file.open(QIODevice::ReadOnly) && isRankDump(file.read(kHead))
        && strategy::isPipelineDump(info.absolutePath().toStdString()))
        return readTrace(info.absolutePath(), stop);
    return readConfiguration(path);
}

strategy::Strategy strategyOf(const ForeignTrace& trace, std::size_t step)
{
    return strategy::strategyOfDump(trace.config, trace.title.toStdString(), trace.scheduleName,
                                    *trace.schedule, trace.steps[step].fit.costs);
}

} // namespace gui
