#include "gui/runs/launch_memory.h"

#include "engine/launch/slurm/slurm_names.h"
#include "engine/strategy/run_device.h"

#include <QSettings>

namespace gui {
namespace {

const QString kHostfiles = QStringLiteral("launch/hostfiles");

int numberWithin(const QSettings& settings, const char* key, int least, int most, int otherwise)
{
    const int value = settings.value(QLatin1String(key), otherwise).toInt();
    return value >= least && value <= most ? value : otherwise;
}

QString oneOf(const QSettings& settings, const char* key, const QStringList& words,
              const QString& otherwise)
{
    const QString value = settings.value(QLatin1String(key)).toString();
    return words.contains(value) ? value : otherwise;
}

} // namespace

LaunchOptions readLaunchOptions(const QSettings& settings)
{
    LaunchOptions options;
    options.steps = numberWithin(settings, "launch/steps", 1, kMostLaunchSteps, options.steps);
    // Empty where none was chosen yet: it then goes by the strategy.
    const QString device = settings.value(QStringLiteral("launch/device")).toString();
    options.device = strategy::findRunDevice(device.toStdString()) ? device : QString();
    options.launcher = oneOf(settings, "launch/launcher",
                             {QStringLiteral("mpirun"), QStringLiteral("srun")}, options.launcher);
    options.hostfile = settings.value(QStringLiteral("launch/hostfile")).toString();
    options.timeout = numberWithin(settings, "launch/timeout", 0, kMostLaunchTimeout, 0);
    options.threads = numberWithin(settings, "launch/threads", 1, kMostLaunchThreads, 1);
    options.takeTurns = settings.value(QStringLiteral("launch/takeTurns")).toBool();
    options.deterministic = settings.value(QStringLiteral("launch/deterministic")).toBool();
    options.deep = settings.value(QStringLiteral("launch/deep")).toBool();
    options.messages = oneOf(settings, "launch/messages",
                             {QStringLiteral("nccl"), QStringLiteral("host")}, options.messages);
    options.submit = settings.value(QStringLiteral("launch/submit")).toBool();
    const auto word = [&settings](const char* key) {
        return settings.value(QLatin1String("launch/") + QLatin1String(key)).toString();
    };
    options.job = {
        .partition = word("partition"),
        .account = word("account"),
        .qos = word("qos"),
        .time = word("time"),
        .memory = word("memory"),
        .nodes = numberWithin(settings, "launch/nodes", 0, kMostJobNodes, 0),
        .ranksPerNode = numberWithin(settings, "launch/ranksPerNode", 0, kMostJobRanksPerNode, 0),
        .gpusPerNode = numberWithin(settings, "launch/gpusPerNode", 0, launch::kMaxGpusPerNode, 0)};
    return options;
}

void writeLaunchOptions(QSettings& settings, const LaunchOptions& options)
{
    const auto keep = [&settings](const char* key, const QVariant& value) {
        settings.setValue(QLatin1String(key), value);
    };
    keep("launch/steps", options.steps);
    keep("launch/device", options.device);
    keep("launch/launcher", options.launcher);
    keep("launch/hostfile", options.hostfile);
    keep("launch/timeout", options.timeout);
    keep("launch/threads", options.threads);
    keep("launch/takeTurns", options.takeTurns);
    keep("launch/deterministic", options.deterministic);
    keep("launch/deep", options.deep);
    keep("launch/messages", options.messages);
    keep("launch/submit", options.submit);
    keep("launch/partition", options.job.partition);
    keep("launch/account", options.job.account);
    keep("launch/qos", options.job.qos);
    keep("launch/time", options.job.time);
    keep("launch/memory", options.job.memory);
    keep("launch/nodes", options.job.nodes);
    keep("launch/ranksPerNode", options.job.ranksPerNode);
    keep("launch/gpusPerNode", options.job.gpusPerNode);
    if (options.hostfile.isEmpty())
        return;
    QStringList used = usedHostfiles(settings);
    used.removeAll(options.hostfile);
    used.prepend(options.hostfile);
    keep("launch/hostfiles", QStringList(used.mid(0, kMostHostfiles)));
}

QStringList usedHostfiles(const QSettings& settings)
{
    return settings.value(kHostfiles).toStringList().mid(0, kMostHostfiles);
}

} // namespace gui
