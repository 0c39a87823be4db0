#include "gui/live/launch_options.h"

#include "engine/strategy/run_device.h"

#include <QDir>
#include <QFileInfo>

namespace gui {
namespace {

void addWord(QStringList& arguments, const char* option, const QString& word)
{
    if (!word.isEmpty())
        arguments << QLatin1String(option) << word;
}

void addFlag(QStringList& arguments, const char* option, bool on)
{
    if (on)
        arguments << QLatin1String(option);
}

// In as many digits as it has, with a point in every language.
QString numberWord(double value) { return QString::number(value, 'g', 9); }

void addNumber(QStringList& arguments, const char* option, int number)
{
    if (number > 0)
        arguments << QLatin1String(option) << QString::number(number);
}

void addJob(QStringList& arguments, const JobOptions& job)
{
    addWord(arguments, "--partition", job.partition.trimmed());
    addWord(arguments, "--account", job.account.trimmed());
    addWord(arguments, "--qos", job.qos.trimmed());
    addWord(arguments, "--time", job.time.trimmed());
    addNumber(arguments, "--nodes", job.nodes);
    addNumber(arguments, "--ranks-per-node", job.ranksPerNode);
    addNumber(arguments, "--gpus-per-node", job.gpusPerNode);
    addWord(arguments, "--mem", job.memory.trimmed());
}

} // namespace

LaunchPlace placeOf(const LaunchOptions& options)
{
    if (options.submit)
        return LaunchPlace::Job;
    if (options.launcher != LaunchOptions{}.launcher)
        return LaunchPlace::Allocation;
    return options.hostfile.isEmpty() ? LaunchPlace::ThisMachine : LaunchPlace::Hosts;
}

QString launchPath(const QString& typed)
{
    const QString path = typed.trimmed();
    if (path.isEmpty())
        return {};
    if (path == QLatin1String("~") || path.startsWith(QLatin1String("~/")))
        return QDir::cleanPath(QDir::homePath() + path.mid(1));
    return QDir::cleanPath(QFileInfo(path).absoluteFilePath());
}

RunCommand launchCommand(const QString& program, const QString& strategyFile,
                         const LaunchOptions& options)
{
    const strategy::RunDevice* device = strategy::findRunDevice(options.device.toStdString());
    QStringList words{strategyFile, QStringLiteral("--steps"), QString::number(options.steps)};
    if (options.submit)
        words.prepend(QStringLiteral("submit"));
    addWord(words, "--device", options.device);
    if (!options.submit && options.launcher != LaunchOptions{}.launcher)
        addWord(words, "--launcher", options.launcher);
    if (!options.submit)
        addWord(words, "--hostfile", launchPath(options.hostfile));
    addWord(words, "--record", launchPath(options.record));
    addWord(words, "--json", launchPath(options.report));
    if (!options.submit)
        addWord(words, "--listen", options.listen.trimmed());
    if (options.timeout > 0)
        addWord(words, "--timeout", QString::number(options.timeout));
    if (device && device->paced && options.timeScale > 0)
        addWord(words, "--time-scale", numberWord(options.timeScale));
    if (device && (device->paced || device->trains))
        addWord(words, "--slow", options.slow.trimmed());
    if (device && device->trains) {
        if (options.threads > 1)
            addWord(words, "--threads", QString::number(options.threads));
        addFlag(words, "--take-turns", options.takeTurns);
        addWord(words, "--resume", launchPath(options.resume));
        addWord(words, "--flip-bit", options.flipBit.trimmed());
    }
    if (device && device->kind == strategy::RunDeviceKind::Cuda) {
        if (options.gpusPerRank < 1)
            addWord(words, "--gpus-per-rank", numberWord(options.gpusPerRank));
        addFlag(words, "--deterministic", options.deterministic);
        addFlag(words, "--deep", options.deep);
        if (options.messages != LaunchOptions{}.messages)
            addWord(words, "--messages", options.messages);
    }
    if (options.submit)
        addJob(words, options.job);
    else
        words << QStringLiteral("--detach");
    return {program, words};
}

} // namespace gui
