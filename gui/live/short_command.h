// Runs a command that ends by itself soon, and hands over what it said. It is stopped at its
// deadline; what it wrote beyond a bound is cut.

#pragma once

#include "gui/live/run_program.h"

#include <QObject>
#include <QProcess>
#include <QTimer>

#include <chrono>
#include <functional>

namespace gui {

// How the command went. Exactly one of `good` and `problem` holds.
struct CommandAnswer {
    bool good = false;   // ended by itself, with exit code 0
    QByteArray output{}; // stdout
    QString problem{};   // a sentence, where not good
    QStringList said{};  // the last lines on stderr, three at most, in English
    bool late = false;   // not good: it had not ended at its deadline
};

// One command from its start to its answer. The window goes on meanwhile; nothing here blocks.
class ShortCommand : public QObject {
    Q_OBJECT
public:
    static constexpr qint64 kMaxOutput = 64 << 20; // bytes; a list of 50,000 runs

    // Starts the command. One that cannot be started answers like one that failed: no call throws
    // or returns an error. `onDone` must not be empty; it is called once, on the GUI thread, and
    // the object, a child of `parent`, then deletes itself. With
    // `firstLine` it is called as soon as a whole line has come, and what the command does after
    // that is its own affair.
    static void run(const RunCommand& command, std::chrono::milliseconds deadline, bool firstLine,
                    QObject* parent, std::function<void(const CommandAnswer&)> onDone);

    // A command that goes on is ended, and nobody is told.
    ~ShortCommand() override;

private:
    ShortCommand(QObject* parent, std::function<void(const CommandAnswer&)> onDone);

    // Keeps what has come, up to kMaxOutput. With `firstLine` answers at the first whole line.
    void readOutput(bool firstLine);
    void onFinished(int exitCode, QProcess::ExitStatus status);
    void finish(const CommandAnswer& answer);
    QStringList lastWords(); // on stderr, three lines at most

    QProcess m_process;
    QTimer m_deadline;
    QByteArray m_output;
    std::function<void(const CommandAnswer&)> m_onDone;
    QString m_program; // its name, for sentences
};

} // namespace gui
