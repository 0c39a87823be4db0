#include "gui/runs/launch_checks.h"

#include "engine/plan/injected_fault.h"
#include "engine/strategy/check_training.h"
#include "engine/strategy/estimate/time_scale.h"
#include "gui/editor/field_names.h"
#include "gui/runs/job_checks.h"
#include "gui/runs/run_words.h"
#include "gui/text/engine_text.h"
#include "gui/text/joined.h"
#include "gui/text/number_format.h"
#include "telemetry/endpoint.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QStandardPaths>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

using Weight = LaunchFinding::Weight;

constexpr std::size_t kMostScaledOps = 400'000; // the scale looks at each of them

// Where it can be written, or a sentence that says why not.
QString problemOfNewFile(const QString& path)
{
    const QFileInfo info(path);
    const QFileInfo folder(info.absolutePath());
    if (info.isDir())
        return runsText(QT_TRANSLATE_NOOP("Runs", "%1 is a folder; name a file")).arg(path);
    if (!folder.isDir())
        return runsText(QT_TRANSLATE_NOOP("Runs", "there is no folder %1")).arg(folder.filePath());
    const bool writable = info.exists() ? info.isWritable() : folder.isWritable();
    return writable ? QString()
                    : runsText(QT_TRANSLATE_NOOP("Runs", "%1 cannot be written")).arg(path);
}

QString problemOfFolder(const QString& path)
{
    const QFileInfo info(path);
    if (!info.exists())
        return QFileInfo(info.absolutePath()).isDir()
            ? QString()
            : runsText(QT_TRANSLATE_NOOP("Runs", "there is no folder %1")).arg(info.absolutePath());
    if (!info.isDir())
        return runsText(QT_TRANSLATE_NOOP("Runs", "%1 is a file; name a folder")).arg(path);
    if (!QDir(path).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot))
        return runsText(QT_TRANSLATE_NOOP(
                            "Runs", "%1 is not empty; a recording needs a new or an empty folder"))
            .arg(path);
    return info.isWritable()
        ? QString()
        : runsText(QT_TRANSLATE_NOOP("Runs", "%1 cannot be written")).arg(path);
}

class Findings {
public:
    void add(Weight weight, const char* field, const QString& sentence)
    {
        if (!sentence.isEmpty())
            m_found.push_back({weight, labelled(runsText(field), sentence), runsText(field)});
    }
    void add(const std::vector<LaunchFinding>& others)
    {
        m_found.insert(m_found.end(), others.begin(), others.end());
    }
    std::vector<LaunchFinding> taken()
    {
        std::stable_sort(m_found.begin(), m_found.end(),
                         [](const LaunchFinding& one, const LaunchFinding& other) {
                             return one.weight < other.weight;
                         });
        return std::move(m_found);
    }

private:
    std::vector<LaunchFinding> m_found;
};

void checkFiles(const LaunchOptions& options, bool trains, Findings& findings)
{
    const LaunchPlace place = placeOf(options);
    const QString hosts = launchPath(options.hostfile);
    if (place != LaunchPlace::Job && !hosts.isEmpty()
        && !(QFileInfo(hosts).isFile() && QFileInfo(hosts).isReadable()))
        findings.add(Weight::Problem, QT_TRANSLATE_NOOP("Runs", "Host file"),
                     runsText(QT_TRANSLATE_NOOP("Runs", "%1 cannot be read")).arg(hosts));
    if (const QString record = launchPath(options.record); !record.isEmpty())
        findings.add(Weight::Problem, QT_TRANSLATE_NOOP("Runs", "Record in"),
                     problemOfFolder(record));
    if (const QString report = launchPath(options.report); !report.isEmpty()) {
        const QString problem = problemOfNewFile(report);
        findings.add(Weight::Problem, QT_TRANSLATE_NOOP("Runs", "Report"), problem);
        if (problem.isEmpty() && QFileInfo::exists(report))
            findings.add(
                Weight::Replaces, QT_TRANSLATE_NOOP("Runs", "Report"),
                runsText(QT_TRANSLATE_NOOP("Runs", "%1 exists and would be replaced")).arg(report));
    }
    const QString resume = launchPath(options.resume);
    if (trains && !resume.isEmpty() && !QFileInfo::exists(resume))
        findings.add(Weight::Problem, QT_TRANSLATE_NOOP("Runs", "Continue from"),
                     runsText(QT_TRANSLATE_NOOP("Runs", "%1 does not exist")).arg(resume));
}

} // namespace

int launchRanks(const strategy::Strategy& strategy, const strategy::RunDevice& device)
{
    return device.trains ? strategy::deviceCount(strategy) : strategy.parallel.pipeline;
}

QString whyNoDevice(const strategy::Strategy& strategy, const strategy::RunDevice& device,
                    LaunchPlace place)
{
    if (device.trains && !strategy.model)
        return runsText(
            QT_TRANSLATE_NOOP("Runs", "The strategy has no model to train; give it one"));
    const int ranks = launchRanks(strategy, device);
    if (place == LaunchPlace::ThisMachine && ranks > kMostLaunchRanks)
        return runsText(QT_TRANSLATE_NOOP("Runs",
                                          "%1 ranks are more than the %2 that one machine carries"))
            .arg(QLocale().toString(ranks), QLocale().toString(kMostLaunchRanks));
    if (device.trains) {
        const auto problems = strategy::checkTraining(strategy);
        if (!problems.empty())
            return runsText(QT_TRANSLATE_NOOP("Runs", "The strategy cannot be trained. %1: %2"))
                .arg(fieldName(QString::fromStdString(problems.front().key)),
                     windowSentence(problems.front()));
    }
    // Without it no driver is there at all; what its GPUs can do is for the run to ask.
    if (place != LaunchPlace::Job && device.kind == strategy::RunDeviceKind::Cuda
        && !QFileInfo::exists(QStringLiteral("/dev/nvidiactl")))
        return runsText(QT_TRANSLATE_NOOP("Runs", "This machine has no NVIDIA GPU"));
    return {};
}

QString whyNoPlace(LaunchPlace place)
{
    const auto isMissing = [](const char* name) {
        return QStandardPaths::findExecutable(QLatin1String(name)).isEmpty();
    };
    const QString missing = runsText(QT_TRANSLATE_NOOP("Runs", "%1 is not on the PATH"));
    switch (place) {
    case LaunchPlace::ThisMachine:
    case LaunchPlace::Hosts:
        return isMissing("mpirun") ? missing.arg(QStringLiteral("mpirun")) : QString();
    case LaunchPlace::Allocation:
        if (isMissing("srun"))
            return missing.arg(QStringLiteral("srun"));
        return qEnvironmentVariableIsEmpty("SLURM_JOB_ID")
            ? runsText(QT_TRANSLATE_NOOP("Runs",
                                         "this window was not started inside a Slurm job, as by "
                                         "salloc"))
            : QString();
    case LaunchPlace::Job:
        return isMissing("sbatch")
            ? runsText(QT_TRANSLATE_NOOP("Runs",
                                         "sbatch is not on the PATH: this machine cannot submit "
                                         "to Slurm"))
            : QString();
    }
    return {};
}

std::vector<LaunchFinding> checkLaunch(const LaunchOptions& options,
                                       const strategy::Strategy& strategy)
{
    Findings findings;
    const strategy::RunDevice* device = strategy::findRunDevice(options.device.toStdString());
    findings.add(Weight::Problem, QT_TRANSLATE_NOOP("Runs", "Device"),
                 device ? whyNoDevice(strategy, *device, placeOf(options))
                        : runsText(QT_TRANSLATE_NOOP("Runs", "choose one")));
    findings.add(Weight::Problem, QT_TRANSLATE_NOOP("Runs", "Where"), whyNoPlace(placeOf(options)));
    if (options.submit)
        findings.add(checkJob(options.job));
    checkFiles(options, device && device->trains, findings);
    if (const QString listen = options.listen.trimmed(); !options.submit && !listen.isEmpty())
        if (const auto problem
            = telemetry::checkEndpoint(listen.toStdString(), telemetry::EndpointUse::Bind))
            findings.add(Weight::Problem, QT_TRANSLATE_NOOP("Runs", "Viewers at"),
                         engineText(problem->message));
    if (device && device->trains && !options.flipBit.trimmed().isEmpty()
        && !plan::parseBitFlip(options.flipBit.trimmed().toStdString()))
        findings.add(Weight::Problem, QT_TRANSLATE_NOOP("Runs", "Flip a bit"),
                     runsText(QT_TRANSLATE_NOOP(
                         "Runs",
                         "must be rank:step:op, as 1:3:2F0 for the forward of stage 2 on "
                         "microbatch 0")));
    if (device && device->kind == strategy::RunDeviceKind::Cuda && options.takeTurns
        && options.messages == QLatin1String("nccl"))
        findings.add(
            Weight::Problem, QT_TRANSLATE_NOOP("Runs", "Messages"),
            runsText(QT_TRANSLATE_NOOP("Runs", "ranks that take turns send them over the host")));
    return findings.taken();
}

std::optional<plan::Nanoseconds> launchTime(const LaunchOptions& options,
                                            const Prediction& prediction)
{
    const strategy::RunDevice* device = strategy::findRunDevice(options.device.toStdString());
    if (!device)
        return std::nullopt;
    const strategy::Strategy& strategy = prediction.strategy;
    const double already = prediction.as.timeScale; // of an emulated run that is on show beside it
    double scale = 1;
    if (device->paced) {
        if (options.timeScale > 0) {
            scale = options.timeScale / already;
        } else if (already == 1 && prediction.modelled()) {
            if (opsOf(*prediction.schedule) > kMostScaledOps)
                return std::nullopt;
            scale = strategy::timeScaleFor(
                {*prediction.schedule, prediction.costs, prediction.origin, *prediction.timeline});
        }
    } else if (!strategy.costs && strategy.cluster.device != device->word) {
        return std::nullopt; // what another device takes says nothing of this one
    } else {
        scale = 1 / already;
    }
    return plan::Nanoseconds{static_cast<std::int64_t>(
        static_cast<double>(prediction.timeline->makespan.count()) / scale * options.steps)};
}

namespace {

// An emulated step is as long as predicted: it is paced by that.
QString stepText(const LaunchOptions& options, const Prediction& prediction, plan::Nanoseconds time)
{
    const plan::Nanoseconds step = time / std::max(1, options.steps);
    const auto* device = strategy::findRunDevice(options.device.toStdString());
    const auto interval = device && !device->paced ? makespanInterval(prediction) : std::nullopt;
    if (!interval)
        return stepTime(step);
    const double scale = prediction.as.timeScale; // of the prediction, which the run has not
    const auto bound = [scale](plan::Nanoseconds of) {
        return plan::Nanoseconds{std::llround(static_cast<double>(of.count()) * scale)};
    };
    return bracketed(stepTime(step), timesText(bound(interval->low), bound(interval->high)));
}

} // namespace

QString launchCost(const LaunchOptions& options, const Prediction* prediction)
{
    if (!prediction)
        return runsText(QT_TRANSLATE_NOOP("Runs", "being worked out"));
    const auto time = launchTime(options, *prediction);
    if (!time)
        return runsText(
            QT_TRANSLATE_NOOP("Runs", "not known: the strategy has no costs for this device"));
    return runsText(QT_TRANSLATE_NOOP("Runs", "about %1, at %2 a step"))
        .arg(durationText(*time), stepText(options, *prediction, *time));
}

} // namespace gui
