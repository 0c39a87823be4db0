// Runs of the library that did the work of another one: what its steps are compared with in an A/A
// test.

#pragma once

#include "gui/background/newest_work.h"
#include "gui/live/same_again.h"
#include "gui/runs/run_library.h"

#include <QObject>

#include <optional>
#include <vector>

namespace gui {

// The run that others are looked for of.
struct AskedRun {
    strategy::Strategy strategy;
    QString run{};       // its name, and its folder: it is none of the others
    QString directory{}; //
    QString device{};    // as measured::RunInfo has it
    QString stands{};    // what a second of it stands for, as RunStep has it
    bool emulated = false;
};

// GUI thread; recordings are read on another.
class SameRuns : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMostRead = 4;       // recordings, the newest
    static constexpr std::size_t kMostLookedAt = 256; // strategies, likewise

    // `library` must outlive it.
    explicit SameRuns(RunLibrary& library, QObject* parent = nullptr);

    // Lists the runs anew, and then looks for those of that one; again where there are others in
    // the library.
    void ask(AskedRun asked);
    void clear();
    // Of the run asked for last, as far as is known; those that are over alone.
    const std::vector<OtherRun>& found() const { return m_found; }

signals:
    void changed();

private:
    void look();

    RunLibrary& m_library;
    std::optional<AskedRun> m_asked;
    std::vector<RunEntry> m_looked; // at, or still being looked at
    std::vector<OtherRun> m_found;
    NewestWork m_work; // last: its thread ends first
};

} // namespace gui
