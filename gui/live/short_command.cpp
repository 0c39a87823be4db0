#include "gui/live/short_command.h"
#include "gui/text/engine_text.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace gui {

void ShortCommand::run(const RunCommand& command, std::chrono::milliseconds deadline,
                       bool firstLine, QObject* parent,
                       std::function<void(const CommandAnswer&)> onDone)
{
    auto* self = new ShortCommand(parent, std::move(onDone));
    self->m_program = QFileInfo(command.program).fileName();
    connect(&self->m_process, &QProcess::readyReadStandardOutput, self,
            [self, firstLine] { self->readOutput(firstLine); });
    connect(&self->m_process, &QProcess::finished, self, &ShortCommand::onFinished);
    connect(&self->m_process, &QProcess::errorOccurred, self, [self](QProcess::ProcessError error) {
        // A process that did not start never emits finished(); after other errors that signal still
        // comes.
        if (error == QProcess::FailedToStart)
            self->finish({false,
                          {},
                          tr("%1 could not be started; build or install it beside this "
                             "program")
                              .arg(self->m_program)});
    });
    connect(&self->m_deadline, &QTimer::timeout, self, [self] {
        self->finish({.output = self->m_output,
                      .problem = tr("%1 did not answer in time; see its log").arg(self->m_program),
                      .late = true});
    });
    self->m_deadline.setSingleShot(true);
    self->m_deadline.start(deadline);
    // A command that asks something finds the end of its input, and does not wait for an answer
    // that nobody can give.
    self->m_process.setStandardInputFile(QProcess::nullDevice());
    self->m_process.start(command.program, command.arguments);
}

ShortCommand::ShortCommand(QObject* parent, std::function<void(const CommandAnswer&)> onDone)
    : QObject(parent)
    , m_onDone(std::move(onDone))
{
}

// The process says that it has ended while it is being destroyed; whoever asked may be gone
// already.
ShortCommand::~ShortCommand() { m_process.disconnect(this); }

void ShortCommand::readOutput(bool firstLine)
{
    const QByteArray more = m_process.readAllStandardOutput();
    m_output += more.left(kMaxOutput - m_output.size());
    const qsizetype end = m_output.indexOf('\n');
    if (firstLine && end >= 0)
        finish({true, m_output.left(end), {}});
}

void ShortCommand::onFinished(int exitCode, QProcess::ExitStatus status)
{
    if (status == QProcess::NormalExit && exitCode == 0) {
        readOutput(false);
        finish({.good = true, .output = m_output, .said = lastWords()});
        return;
    }
    const QStringList words = lastWords();
    finish({.output = m_output,
            .problem = words.isEmpty()
                ? tr("%1 ended with exit code %2").arg(m_program, QString::number(exitCode))
                : engineText(words.join(QLatin1Char('\n'))),
            .said = words});
}

QStringList ShortCommand::lastWords()
{
    const QStringList lines = QString::fromUtf8(m_process.readAllStandardError().right(4096))
                                  .split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    return lines.mid(std::max<qsizetype>(0, lines.size() - 3));
}

void ShortCommand::finish(const CommandAnswer& answer)
{
    if (!m_onDone)
        return;
    m_deadline.stop();
    // After a first line the command may go on for a moment: it is left to end by itself.
    const bool goesOn = answer.good && m_process.state() != QProcess::NotRunning;
    std::exchange(m_onDone, nullptr)(answer);
    if (goesOn)
        connect(&m_process, &QProcess::finished, this, &QObject::deleteLater);
    else
        deleteLater();
}

} // namespace gui
