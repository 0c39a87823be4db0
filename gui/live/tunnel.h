// The way to a run on another machine: a `bubblescope-run tunnel` that goes on for as long as the
// run is shown, and ends with this object, or with the window however that ends.

#pragma once

#include "gui/live/run_program.h"

#include <QObject>
#include <QProcess>

namespace gui {

class Tunnel : public QObject {
    Q_OBJECT
public:
    // Starts at once. `run`: "user@login:last".
    Tunnel(const QString& program, const QString& run, QObject* parent = nullptr);
    ~Tunnel() override;

signals:
    // Exactly one of these two, once.
    void opened(const gui::RunEntry& run);
    void failed(const QString& sentence);
    void said(const QString& sentence); // later, of a way that broke

private:
    void readLine();
    void readErrors();
    void fail(const QString& sentence);

    QProcess* m_process; // outlives this for as long as it takes to end
    QByteArray m_output;
    QStringList m_said; // on stderr, the last lines of it, in English
    bool m_answered = false;
};

} // namespace gui
