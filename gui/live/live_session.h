// A run as the window sees it: drains a viewer source on a timer, in rounds of a few milliseconds,
// and publishes an immutable snapshot at most 30 times a second, however many frames came, and less
// often while the step under way is huge. The source receives on a thread of its own; everything
// here is on the GUI thread.

#pragma once

#include "engine/measured/device_steps.h"
#include "engine/measured/link_speeds.h"
#include "engine/measured/run_conditions.h"
#include "gui/live/bounded_log.h"
#include "gui/live/check_totals.h"
#include "gui/live/step_history.h"
#include "gui/live/step_kernels.h"
#include "gui/live/step_memory.h"
#include "telemetry/viewer.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace gui {

// How one finished step went, for the chart of step times. Small enough to be had of every step.
struct StepSummary {
    int number = 0;
    plan::Nanoseconds makespan{};
    bool whole = false; // nothing of it was lost
};

// All that views show of a run at one moment. It is immutable once published, and may be kept and
// read on any thread.
struct RunSnapshot {
    telemetry::SourceStatus status;
    std::optional<measured::RunInfo> info; // empty until a rank has introduced itself
    measured::FollowedSchedule schedule;   // of the newest step, or of the next one
    StepPtr current;                       // under way; null between steps
    StepPtr newest;                        // that every rank ended; null until there is one
    int oldestKept = -1;                   // number of the oldest step that can be shown; -1: none
    std::uint64_t finished = 0;            // steps that every rank ended
    std::uint64_t lostSpans = 0;           // recorded by a rank, not in the picture
    std::uint64_t rejected = 0;            // of no step, or outside the run's shape
    std::uint32_t byes = 0;                // ranks that said goodbye
    std::optional<telemetry::RunEnd> end;  // how it ended, once its supervisor has said so
    std::string failure;                   // "rank 2: …", of the first that said it has failed
    std::vector<StepSummary> summaries;    // of the steps finished since the last snapshot
    std::vector<StepPtr> steps;            // likewise, whole
    std::vector<telemetry::TrainingStep> trained;    // likewise
    std::vector<measured::DeviceStep> deviceSteps{}; // likewise: what devices counted in them
    bool devicesCount = false;                       // a device of the run has counters
    std::optional<telemetry::DeviceInfo> device{};   // of the first rank that has said so
    // [pipeline rank] the most that was in use on its device; 0: not known. Empty without counters.
    std::vector<std::uint64_t> devicePeaks{};
    CheckTotals checks;
    // What was handed over before is in it once more: see LiveSession::repeat().
    bool isRepeated = false;

    // It does no more steps. What is left of it may still come, until status says Ended, too.
    bool isOver() const { return end || status.state == telemetry::SourceState::Ended; }
};

using RunSnapshotPtr = std::shared_ptr<const RunSnapshot>;

// Owns the source and what is kept of the run. At the end of a run it goes on showing what it has,
// until leave() or another source.
class LiveSession : public QObject {
    Q_OBJECT
public:
    static constexpr int kTickMs = 33; // between two rounds of the timer
    // A round that has read for so long leaves the rest to the next.
    static constexpr int kMostReadingMs = 12;
    static constexpr std::size_t kFramesAtOnce = 64; // taken from the source
    // A snapshot copies the step under way: a huge one is followed by a pause, of so many spans a
    // millisecond. That is about a quarter of the speed at which they are copied.
    static constexpr int kSpansAMs = 2500;
    // The newest of what was handed over that repeat() says again: steps, and what devices counted.
    static constexpr std::size_t kMostRepeated = 1 << 16;
    static constexpr std::size_t kMostDevicesRepeated = 1 << 12;

    explicit LiveSession(QObject* parent = nullptr);
    ~LiveSession() override;

    // Starts to show a run as it goes on, at the endpoint of its viewers, or its recording; a
    // source that was shown before is left, and started() is emitted. Where it fails, the answer is
    // a sentence that says why, and what was shown before still is. `run`: what another run serves
    // at the endpoint is not shown; 0: any. `folder`: the run's, or that of a tunnel
    // to it, where the keys lie that an endpoint on a network asks for.
    std::optional<QString> attach(const QString& viewerEndpoint, quint64 run,
                                  const QString& folder = {});
    // `speed`: recorded over replay time; 0 shows it as fast as it can be read.
    std::optional<QString> replay(const QString& logPath, double speed);
    // Shows nothing from now on; left() is said unless nothing was shown.
    void leave();

    bool isShowing() const { return m_source != nullptr; }
    // Of the log of what is shown, so far; 0 where nothing is.
    std::uint64_t logBytes() const { return m_source ? m_source->status().logBytes : 0; }
    // What the run on show said of itself; empty until a rank has introduced itself.
    const std::optional<measured::RunInfo>& info() const { return m_assembler.info(); }
    // Asks ranks of a live run for more; see telemetry::ViewerSource::ask(). False: nothing is
    // shown, or it is a recording.
    bool ask(const telemetry::DetailWish& wish) { return m_source && m_source->ask(wish); }
    // What was gathered of the run so far. Cleared when another source is shown, and kept by
    // leave().
    const StepHistory& history() const { return m_history; }
    const BoundedLog& log() const { return m_log; }
    const StepMemory& memory() const { return m_memory; }
    const StepKernels& kernels() const { return m_kernels; }
    const measured::RunConditions& conditions() const { return m_conditions; }
    const measured::RankHosts& hosts() const { return m_conditions.hosts; }
    const measured::LinkSpeeds& links() const { return m_links; }

    // One round of the timer: drains the source, and emits updated() where that changed something,
    // nothing is left for the next round, and the pause after the last snapshot is over. Does
    // nothing while nothing is shown. Public so that a test need not wait for the timer.
    void tick();

    // Between that snapshot and the next; 0 where it is no longer than a tick.
    static int pauseMsAfter(const RunSnapshot& run);

    // Emits updated() with all that was handed over so far, for a view that is made while a run is
    // shown; who has counted it already must not count it again. Does nothing before the first
    // updated().
    void repeat();

    // updated() comes at most once a tick, and only if something has changed. started() says that
    // what was drawn is of another source, and left() that nothing is shown any more.
signals:
    void started();
    void updated(const RunSnapshotPtr& run);
    void left();

private:
    // Forgets what was gathered of the source before, and begins with this one.
    void show(std::unique_ptr<telemetry::ViewerSource> source);
    void read();
    bool hasFrame(); // at m_nextFrame
    void setMore(bool isMore);
    bool hasPaused(int ms) const; // for so long, or has nothing to pause after
    void publish();
    void take(const telemetry::Frame& frame);
    void takeBye(std::uint32_t rank, const telemetry::Bye& bye);
    void takeEnd(const telemetry::RunEnd& end);
    // Hands over what was gathered since the last one, so call it once for each update.
    std::shared_ptr<RunSnapshot> snapshot();
    std::vector<std::uint64_t> devicePeaks() const;

    QTimer m_timer;
    std::unique_ptr<telemetry::ViewerSource> m_source;
    measured::StepAssembler m_assembler;
    StepHistory m_history;
    BoundedLog m_log;
    std::vector<telemetry::Frame> m_frames; // of the source; reused
    std::size_t m_nextFrame = 0;            // of them that is looked at
    std::vector<StepSummary> m_summaries;
    std::vector<StepPtr> m_wholeSteps;
    std::vector<telemetry::TrainingStep> m_trained;
    struct {
        std::deque<StepSummary> summaries;
        std::deque<telemetry::TrainingStep> trained;
        std::deque<measured::DeviceStep> devices;
    } m_handedOver;
    CheckTotals m_checks;
    StepMemory m_memory;
    StepKernels m_kernels;
    measured::RunConditions m_conditions;
    measured::LinkSpeeds m_links;
    measured::DeviceSteps m_devices;
    std::uint32_t m_byes = 0;
    std::optional<telemetry::RunEnd> m_end;
    std::string m_failure;
    telemetry::SourceState m_lastState = telemetry::SourceState::Connecting;
    std::uint64_t m_lastUnlogged = 0;
    bool m_closed = false;     // the source ended and the assembler was told
    bool m_isMore = false;     // the last round left something for the next
    bool m_hasNews = false;    // since the last snapshot
    QElapsedTimer m_published; // since the last snapshot was made
    int m_pauseMs = 0;         // from then to the next, unless a step, a rank or the run ends
};

} // namespace gui
