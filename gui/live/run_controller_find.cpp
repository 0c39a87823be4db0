// How a run is found that was named, and what leads to it.

#include "gui/live/run_controller.h"

#include "gui/live/short_command.h"
#include "gui/text/engine_text.h"

#include <QFileInfo>

namespace gui {
namespace {

constexpr std::chrono::seconds kFindDeadline{15}; // it only looks something up

} // namespace

void RunController::findNamed(const QString& wanted, bool recorded,
                              std::function<void(const QString&)> onMissing,
                              std::function<void(const RunEntry&)> onFound)
{
    if (!haveProgram()) {
        onMissing(tr("bubblescope-run is neither beside this program nor on the PATH"));
        return;
    }
    ShortCommand::run(
        listCommand(m_program), kFindDeadline, false, this,
        [=, onMissing = std::move(onMissing),
         onFound = std::move(onFound)](const CommandAnswer& answer) {
            const auto runs = answer.good ? parseRunList(answer.output) : std::nullopt;
            if (!runs) {
                onMissing(answer.good ? tr("the list of runs cannot be read") : answer.problem);
                return;
            }
            QList<RunEntry> among = *runs;
            if (recorded && wanted == QLatin1String("last"))
                among.removeIf([](const RunEntry& run) { return !run.hasBegun(); });
            if (const auto run = chooseRun(among, wanted))
                onFound(*run);
            else
                onMissing(
                    tr("%1 names no run, or more than one; see bubblescope-run list").arg(wanted));
        });
}

void RunController::attachRemote(const QString& wanted,
                                 std::function<void(const QString&)> onMissing)
{
    if (m_program.isEmpty()) {
        onMissing(tr("bubblescope-run is neither beside this program nor on the PATH"));
        return;
    }
    emit said(tr("reaching %1 by ssh…").arg(wanted.section(QLatin1Char(':'), 0, 0)));
    m_opening = std::make_unique<Tunnel>(m_program, wanted);
    connect(m_opening.get(), &Tunnel::opened, this, &RunController::attach);
    connect(m_opening.get(), &Tunnel::said, this, &RunController::said);
    connect(m_opening.get(), &Tunnel::failed, this,
            [this, onMissing = std::move(onMissing)](const QString& sentence) {
                emit said({});
                onMissing(sentence);
                m_opening.release()->deleteLater(); // it is the one that says so
            });
}

QString RunController::notBegunText(const RunEntry& run)
{
    return tr("%1 has not begun: %2").arg(run.run, engineText(run.job.words));
}

void RunController::attachNamed(const QString& wanted,
                                std::function<void(const QString&)> onMissing)
{
    if (meansRemoteRun(wanted)) {
        attachRemote(wanted, std::move(onMissing));
        return;
    }
    if (wanted.contains(QLatin1Char('/'))) {
        const auto run = readTunnel(wanted);
        if (run)
            attach(*run);
        else
            onMissing(tr("%1 is not the folder of a tunnel that is open").arg(wanted));
        return;
    }
    findNamed(wanted, false, onMissing, [this, onMissing](const RunEntry& run) {
        if (run.hasBegun())
            attach(run);
        else
            onMissing(notBegunText(run));
    });
}

void RunController::replayNamed(const QString& wanted,
                                const std::function<void(const QString&)>& onMissing)
{
    if (wanted.contains(QLatin1Char('/')) || QFileInfo::exists(wanted)) {
        const QFileInfo info(wanted);
        const QString log = info.isDir() ? eventLogIn(wanted) : wanted;
        if (!QFileInfo(log).isFile()) {
            onMissing(tr("%1 is not a recording: there is no file %2").arg(wanted, log));
            return;
        }
        replayPath(wanted);
        return;
    }
    findNamed(wanted, true, onMissing, [this, onMissing](RunEntry run) {
        if (!run.hasBegun())
            return onMissing(notBegunText(run));
        run.viewerEndpoint.clear(); // its recording, even while it goes on
        attach(run);
    });
}

} // namespace gui
