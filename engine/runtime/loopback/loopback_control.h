// Agreement between ranks that are threads of one process.

#pragma once

#include "engine/runtime/control.h"
#include "engine/runtime/waiting.h"

#include <mutex>
#include <optional>
#include <string>

namespace engine {

// What the threads share. Must outlive their controls.
class LoopbackAgreement {
public:
    // Of `ranks` (>= 1) ranks, each of which waits at most `patience`.
    LoopbackAgreement(int ranks, Nanoseconds patience);

    // Ends the waits of all ranks with an error.
    void abort(const std::string& reason);

private:
    friend class LoopbackControl;

    const int m_ranks;
    const Nanoseconds m_patience;
    std::mutex m_mutex;            // guards all below
    int m_agreeing = 0;            // ranks in the agreement under way
    std::int64_t m_agreements = 0; // that are over
    Nanoseconds m_largestSoFar{};
    Nanoseconds m_agreed{}; // by the last agreement that is over
    std::optional<std::string> m_aborted;
};

// One rank's end.
class LoopbackControl final : public Control {
public:
    // `agreement` and `waiting` must outlive this.
    LoopbackControl(LoopbackAgreement& agreement, int rank, Waiting& waiting);

    int rank() const override { return m_rank; }
    int ranks() const override { return m_agreement.m_ranks; }
    plan::Result<Nanoseconds> agreeMax(Nanoseconds value, const std::string& what) override;

private:
    LoopbackAgreement& m_agreement;
    const int m_rank;
    Waiting& m_waiting;
};

} // namespace engine
