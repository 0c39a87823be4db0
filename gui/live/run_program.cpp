#include "gui/live/run_program.h"

#include "telemetry/event_log.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStandardPaths>

namespace gui {
namespace {

const QString kName = QStringLiteral("bubblescope-run");

// As a shell would need it to be written; only for showing.
QString quoted(const QString& word)
{
    static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_./:=@%+,-]+$"));
    if (plain.match(word).hasMatch())
        return word;
    QString escaped = word;
    escaped.replace(QLatin1Char('\''), QStringLiteral("'\\''"));
    return QLatin1Char('\'') + escaped + QLatin1Char('\'');
}

RunEntry entryOf(const QJsonObject& object)
{
    const auto text = [&](const char* key) { return object.value(QLatin1String(key)).toString(); };
    RunEntry entry;
    entry.run = text("run");
    entry.state = text("state");
    entry.outcome = text("outcome");
    entry.strategy = text("strategy");
    entry.strategyName = text("strategy_name");
    entry.started = text("started");
    entry.ended = text("ended");
    entry.device = text("device");
    entry.directory = text("directory");
    entry.viewerEndpoint = text("viewer_endpoint");
    entry.elsewhere = text("elsewhere");
    entry.remote = text("remote");
    entry.host
        = object.value(QLatin1String("place")).toObject().value(QLatin1String("host")).toString();
    // A number of JSON is read as a double, which does not hold 64 bits.
    entry.session = text("session").toULongLong(nullptr, 16);
    entry.ranks = object.value(QLatin1String("ranks")).toInt();
    entry.steps = object.value(QLatin1String("steps")).toInt();
    entry.held = object.value(QLatin1String("held")).toBool();
    entry.paused = object.value(QLatin1String("paused")).toBool();
    const QJsonObject ending = object.value(QLatin1String("ending")).toObject();
    entry.failedRank = ending.value(QLatin1String("rank")).toInt(-1);
    entry.failedSignal = ending.value(QLatin1String("signal")).toInt();
    entry.failedStep = ending.value(QLatin1String("step")).toInt(-1);
    entry.paceWarning = text("pace_warning");
    entry.unlogged = static_cast<quint64>(object.value(QLatin1String("unlogged")).toInteger());
    const QJsonObject job = object.value(QLatin1String("job")).toObject();
    const auto ofJob = [&](const char* key) { return job.value(QLatin1String(key)).toString(); };
    entry.job = {.id = ofJob("id"),
                 .state = ofJob("state"),
                 .words = ofJob("words"),
                 .why = ofJob("why"),
                 .waiting = ofJob("waiting"),
                 .submitted = ofJob("submitted")};
    return entry;
}

// Nothing of one that cannot be read or is too long for what it should be.
QByteArray fileIn(const QString& directory, const QString& name)
{
    constexpr qint64 kMostBytes = 1 << 20;
    QFile file(QDir(directory).filePath(name));
    if (!file.open(QIODevice::ReadOnly) || file.size() > kMostBytes)
        return {};
    return file.readAll();
}

} // namespace

QString RunCommand::text() const
{
    QStringList words{quoted(program)};
    for (const QString& argument : arguments)
        words << quoted(argument);
    return words.join(QLatin1Char(' '));
}

QString findRunProgram(const QString& ownDirectory)
{
    // One that was built with this program is better than another version on the PATH.
    const QFileInfo beside(QDir(ownDirectory).filePath(kName));
    if (beside.isFile() && beside.isExecutable())
        return beside.absoluteFilePath();
    return QStandardPaths::findExecutable(kName);
}

RunCommand listCommand(const QString& program, const QString& remote)
{
    QStringList arguments{QStringLiteral("list"), QStringLiteral("--json")};
    if (!remote.isEmpty())
        arguments << QStringLiteral("--host") << remote;
    return {program, arguments};
}

RunCommand tunnelCommand(const QString& program, const QString& run)
{
    return {program, {QStringLiteral("tunnel"), run}};
}

bool meansRemoteRun(const QString& wanted)
{
    const qsizetype colon = wanted.indexOf(QLatin1Char(':'));
    const qsizetype slash = wanted.indexOf(QLatin1Char('/'));
    return colon >= 0 && (slash < 0 || slash > colon);
}

RunCommand stopCommand(const QString& program, const QString& run)
{
    return {program, {QStringLiteral("stop"), run}};
}

RunCommand controlCommand(const QString& program, const QString& verb, const QString& run,
                          const QStringList& more)
{
    return {program, QStringList{verb, run} + more};
}

QString eventLogIn(const QString& folder)
{
    const QString separator = folder.endsWith(QLatin1Char('/')) ? QString() : QStringLiteral("/");
    return folder + separator + QLatin1String(telemetry::kEventLogName);
}

std::optional<QList<RunEntry>> parseRunList(const QByteArray& json)
{
    const QJsonDocument document = QJsonDocument::fromJson(json);
    if (!document.isArray())
        return std::nullopt;
    QList<RunEntry> runs;
    for (const QJsonValue value : document.array()) {
        RunEntry entry = entryOf(value.toObject());
        if (entry.run.isEmpty())
            return std::nullopt;
        runs << std::move(entry);
    }
    return runs;
}

std::optional<RunEntry> parseLaunched(const QByteArray& line)
{
    RunEntry entry = entryOf(QJsonDocument::fromJson(line).object());
    if (entry.run.isEmpty() || entry.viewerEndpoint.isEmpty())
        return std::nullopt;
    entry.state = QStringLiteral("running");
    return entry;
}

std::optional<RunEntry> readTunnel(const QString& directory)
{
    return parseLaunched(fileIn(directory, QStringLiteral("tunnel.json")));
}

std::optional<RunEntry> parseSubmitted(const QByteArray& line)
{
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    const auto text = [&](const char* key) { return object.value(QLatin1String(key)).toString(); };
    RunEntry entry;
    entry.run = text("run");
    entry.state = QStringLiteral("queued");
    entry.directory = text("directory");
    entry.job = {.id = text("job"), .state = text("state"), .words = text("words")};
    if (entry.run.isEmpty() || entry.job.id.isEmpty())
        return std::nullopt;
    return entry;
}

QString submittedRunIn(const QString& directory)
{
    return QJsonDocument::fromJson(fileIn(directory, QStringLiteral("job.json")))
        .object()
        .value(QLatin1String("run"))
        .toString();
}

std::optional<RunEntry> readRunRecord(const QString& directory)
{
    RunEntry entry
        = entryOf(QJsonDocument::fromJson(fileIn(directory, QStringLiteral("run.json"))).object());
    if (entry.run.isEmpty())
        return std::nullopt;
    entry.directory = QFileInfo(directory).absoluteFilePath();
    entry.viewerEndpoint.clear();
    return entry;
}

std::optional<RunEntry> chooseRun(const QList<RunEntry>& runs, const QString& wanted)
{
    if (wanted == QLatin1String("last"))
        return runs.isEmpty() ? std::nullopt : std::optional(runs.first());
    std::optional<RunEntry> found;
    for (const RunEntry& run : runs) {
        // A whole name wins, even where it is the beginning of others.
        if (run.run == wanted)
            return run;
        if (!run.run.startsWith(wanted))
            continue;
        if (found)
            return std::nullopt;
        found = run;
    }
    return wanted.isEmpty() ? std::nullopt : found;
}

} // namespace gui
