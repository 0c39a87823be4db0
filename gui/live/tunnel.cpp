#include "gui/live/tunnel.h"

#include "gui/text/engine_text.h"

#include <csignal>

#include <sys/prctl.h>

namespace gui {
namespace {

constexpr qsizetype kMostOutput = 1 << 20;
constexpr qsizetype kMostLines = 3;

} // namespace

Tunnel::Tunnel(const QString& program, const QString& run, QObject* parent)
    : QObject(parent)
    , m_process(new QProcess)
{
    connect(m_process, &QProcess::readyReadStandardOutput, this, &Tunnel::readLine);
    connect(m_process, &QProcess::readyReadStandardError, this, &Tunnel::readErrors);
    connect(m_process, &QProcess::finished, this, [this] {
        readErrors();
        const QString otherwise = m_answered ? tr("the tunnel to the other machine has ended")
                                             : tr("the tunnel to the other machine was not opened");
        fail(m_said.isEmpty() ? otherwise : engineText(m_said.join(QLatin1Char('\n'))));
    });
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            fail(tr("bubblescope-run could not be started; build or install it beside this "
                    "program"));
    });
    m_process->setStandardInputFile(QProcess::nullDevice());
    // A window that is killed closes nothing.
    m_process->setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0); });
    const RunCommand command = tunnelCommand(program, run);
    m_process->start(command.program, command.arguments);
}

// It takes its folder away as it ends, which nobody here waits for.
Tunnel::~Tunnel()
{
    m_process->disconnect(this);
    if (m_process->state() == QProcess::NotRunning) {
        m_process->deleteLater();
        return;
    }
    connect(m_process, &QProcess::finished, m_process, &QObject::deleteLater);
    m_process->terminate();
}

void Tunnel::readLine()
{
    const QByteArray more = m_process->readAllStandardOutput();
    if (m_answered)
        return;
    m_output += more.left(kMostOutput - m_output.size());
    const qsizetype end = m_output.indexOf('\n');
    if (end < 0)
        return;
    const auto run = parseLaunched(m_output.left(end));
    if (!run || run->remote.isEmpty()) {
        fail(tr("bubblescope-run answered in a way this program does not know; update both "
                "together"));
        return;
    }
    readErrors(); // what came before the run was reached
    m_answered = true;
    m_said.clear();
    emit opened(*run);
}

void Tunnel::readErrors()
{
    const QStringList lines = QString::fromUtf8(m_process->readAllStandardError().right(4096))
                                  .split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    if (lines.isEmpty())
        return;
    if (m_answered)
        emit said(engineText(lines.last()));
    m_said += lines;
    m_said = m_said.mid(std::max<qsizetype>(0, m_said.size() - kMostLines));
}

void Tunnel::fail(const QString& sentence)
{
    if (m_answered)
        emit said(sentence);
    else if (!std::exchange(m_answered, true))
        emit failed(sentence);
}

} // namespace gui
