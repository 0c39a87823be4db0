// A comparison that is open: up to six steps, predicted or measured, of the strategies, runs and
// imported traces. It follows strategies while they are open, and keeps what it has of those that
// are closed.

#pragma once

#include "engine/plan/insight/compare.h"
#include "gui/workspace/open_import.h"
#include "gui/workspace/open_strategy.h"

#include <QPointer>

#include <optional>
#include <vector>

namespace gui {

// One of the steps that are compared. A value: what it refers to is immutable.
struct ComparedSource {
    enum class Kind {
        Prediction, // of a strategy that is open
        Schedule,   // of that strategy under another schedule, each rank's share as it is
        Step,       // that is on show, of the run beside it
        Run,        // the step that stands for a whole run, from its recording
        Import,     // an iteration of a trace of another framework
    };

    Kind kind = Kind::Prediction;
    QPointer<OpenStrategy> from{};     // null: it is closed
    QString strategy{};                // its name
    plan::ComparedSchedule schedule{}; // of Kind::Schedule
    PredictionPtr prediction{};        // of the others; null: not worked out yet
    RunStep step{};                    // of Kind::Step
    RunEntry run{};                    // of Kind::Run, which is of no strategy that is open
    std::shared_ptr<const ForeignTrace> trace{}; // of Kind::Import
    std::size_t iteration = 0;                   // of the trace, from 0
    int colour = 0; // among Theme::curves; it stays when the order changes

    // What is shown of it is the same.
    bool isSame(const ComparedSource& other) const;
};

// GUI thread.
class OpenComparison : public OpenItem {
    Q_OBJECT
public:
    static constexpr int kMost = 6;

    // Begins with the prediction of `first`.
    explicit OpenComparison(OpenStrategy& first);
    // Of runs, open or not, the first kMost of them.
    explicit OpenComparison(const QList<RunEntry>& runs);
    // Begins with the iteration of `first` that is on show.
    explicit OpenComparison(OpenImport& first);
    // Of nothing yet: whoever makes it adds a step at least. `first`: null where it is closed, and
    // called `name` then.
    OpenComparison(OpenItem* first, QString name);

    QString title() const override;
    QString tip() const override;

    // What it was made from; null: it is closed, or it was made of runs.
    OpenItem* first() const { return m_first; }
    // As it stands in the title.
    const QString& name() const { return m_name; }

    int count() const { return static_cast<int>(m_sources.size()); }
    const std::vector<ComparedSource>& sources() const { return m_sources; }
    bool isFull() const { return count() == kMost; }
    bool has(const OpenStrategy& open, ComparedSource::Kind kind,
             const plan::ComparedSchedule& schedule = {}) const;
    bool has(const ForeignTrace& trace, std::size_t iteration) const;

    // Behind the others. Nothing happens where it is full, or has it already.
    void add(OpenStrategy& open, ComparedSource::Kind kind,
             const plan::ComparedSchedule& schedule = {});
    void add(const RunEntry& run);
    void add(const std::shared_ptr<const ForeignTrace>& trace, std::size_t iteration);
    // The last one stays: there is always something to look at.
    void remove(int place);
    void move(int from, int to);

signals:
    void sourcesChanged(); // which they are, or what they hold

private:
    // Takes what has come to be known of the open ones.
    void refresh();
    void take(ComparedSource& source) const;
    int freeColour() const;
    void append(ComparedSource source);

    QPointer<OpenItem> m_first;
    QString m_name; // of it, as it was last
    std::vector<ComparedSource> m_sources;
};

// "1f1b", "interleaved, v=2": as one says which schedule it is.
QString scheduleLabel(const std::string& name, int chunks);

// One line, translated: "gpt3-175b · 1f1b", "gpt3-175b · step 12 of run-7", "dumps · iteration 2".
QString sourceLabel(const ComparedSource& source);

} // namespace gui
