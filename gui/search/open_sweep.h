// A sweep that is open: the values that one field takes, or two, and what the strategy comes to
// with each of them.

#pragma once

#include "engine/strategy/search/sweep.h"
#include "gui/background/newest_work.h"
#include "gui/search/exploration.h"

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

namespace gui {

// Immutable once published.
struct SweepAnswer {
    strategy::Strategy strategy{}; // that was swept
    std::vector<strategy::SweptField> fields{};
    std::vector<strategy::SweepRow> rows{}; // the last field is the fastest to change
    // [field] the place among its values of the one that the strategy has; nothing: it is none.
    std::vector<std::optional<std::size_t>> present{};
    QString failure{}; // a sentence; then there are no rows
};

using SweepAnswerPtr = std::shared_ptr<const SweepAnswer>;

// One sweep at a time, on a thread of its own.
class OpenSweep : public Exploration {
    Q_OBJECT
public:
    using Exploration::Exploration;
    // Stops the sweep under way and waits for it.
    ~OpenSweep() override;

    QString title() const override;

    // Starts a sweep of base(), which does not follow later changes; one under way is given up and
    // its result dropped. Does nothing where there is a whyNot(). Fields and values are as typed,
    // and checked by the sweep itself.
    void start(const std::vector<strategy::SweptField>& fields);
    // Returns at once; the sweep ends soon after.
    void stop(); // what was worked out so far is the answer
    bool isSweeping() const { return m_stop != nullptr; }

    // What it was asked last. The next one begins with it, if only in the panel.
    const std::vector<strategy::SweptField>& asked() const { return m_asked; }
    void setAsked(const std::vector<strategy::SweptField>& fields) { m_asked = fields; }

    // The last one that did not fail; null: there is none yet.
    const SweepAnswerPtr& answer() const { return m_answer; }

signals:
    void sweeping(); // begun or ended
    void progressed(std::size_t done, std::size_t all);
    void answered();
    void failed(const QString& sentence); // answer() stays what it was

private:
    void take(SweepAnswerPtr answer);

    std::vector<strategy::SweptField> m_asked;
    SweepAnswerPtr m_answer;
    std::shared_ptr<std::atomic<bool>> m_stop; // of the sweep under way
    NewestWork m_work;                         // last: its thread ends first
};

} // namespace gui
