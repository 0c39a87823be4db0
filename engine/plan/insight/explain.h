// Why a rank idles: the chain of ops it waits for, back to its root.
//
// Followed backwards, from the end of a bubble: each op began when its rank was free
// and its input was here; whichever came last is what it waited for. The chain ends
// at an op that waited for nothing: one at the start of the step.
//
// On a measured timeline the later of the two is taken as the cause, what is left of
// the wait beyond it is the link's `late`, and a chain may end where data was lost: a
// best effort, exact only for predicted timelines.

#pragma once

#include "engine/plan/insight/span_graph.h"
#include "engine/plan/ledger.h"

#include <string>

namespace plan {

enum class Cause : std::uint8_t {
    Input,        // its output was awaited
    RankBusy,     // the rank ran it before
    FusedPartner, // the two run as one, and its input came last
    StepEnd,      // nothing is left to run; the step ends with it
};

// "input", "rank_busy", "fused_partner", "step_end": the keys of the JSON report.
const char* key(Cause cause);

// One op of the chain, and why the one before it in the chain waited for it.
struct ChainLink {
    Op op;
    int rank = 0;
    Nanoseconds start{};
    Nanoseconds end{}; // of the unit, if it is one of a fused pair
    Cause why = Cause::Input;
    Nanoseconds transfer{}; // Input: how long the output was on its way
    Nanoseconds late{};     // how much longer than that the one before it waited; 0 if predicted
};

// The op at which a chain ends, and why it ends there.
struct ChainRoot {
    enum class Kind {
        StepStart, // it waits for nothing: the first op of its rank, without an input
        NoData,    // what it waited for has no span
    };
    Kind kind = Kind::StepStart;
    Op op;
    int rank = 0;
    Nanoseconds start{};
    Nanoseconds end{};
};

struct Explanation {
    Phase phase = Phase::WarmUp;
    std::vector<ChainLink> links{};  // from the bubble backwards
    std::size_t more = 0;            // links after these; if 0, the last of `links` is the root
    std::optional<ChainRoot> root{}; // none if the timeline is empty
    Nanoseconds onTheWay{};          // transfers along the whole chain
};

// Explains the bubbles of one timeline. Building it is linear in the spans; each
// answer then costs no more than the links it names, at most `limit` (>= 1).
class Explainer {
public:
    // All three outlive the explainer.
    //
    // Precondition: that of account() in ledger.h.
    Explainer(const Schedule& schedule, const Timeline& timeline, const Costs& costs);

    // Precondition: `bubble` is one of account()'s for that rank and timeline.
    Explanation explain(const Bubble& bubble, std::size_t rank, std::size_t limit = 32) const;

    // Why that span of that rank began no earlier, the span itself not named.
    Explanation explainSpan(std::size_t rank, std::size_t span, std::size_t limit = 32) const;

    const SpanGraph& graph() const { return m_graph; }

    // The span that the span waited for, and why; kNone at a root.
    struct Step {
        std::uint32_t next = SpanGraph::kNone;
        std::uint32_t length = 0; // links from here to the root
        std::uint32_t root = 0;   // the span where the chain ends
        Cause why = Cause::RankBusy;
        bool lost = false; // kNone because the awaited span is lost
    };
    const Step& stepFrom(std::uint32_t span) const { return m_steps[span]; }
    ChainLink link(std::uint32_t from) const; // of stepFrom(from). Precondition: it has a next

    // The span whose end, or whose rank's tail's end, is the end of the step; kNone if
    // there are no spans.
    std::uint32_t lastSpan() const { return m_last; }

private:
    Step bindingStep(std::uint32_t span, std::size_t rank) const;
    void measureChains();
    void follow(std::uint32_t span, std::size_t limit, Explanation& into) const;

    const Timeline& m_timeline;
    SpanGraph m_graph;
    std::vector<Step> m_steps;           // [span]
    std::vector<Nanoseconds> m_onTheWay; // [span]: transfers from here to the root
    std::uint32_t m_last = SpanGraph::kNone;
};

// One sentence for a person: "rank 0 idles 6 us in warm-up, before 0B0: it waits for 1B0
// of rank 1, which waits back through 5 ops to 0F0 of rank 0, the start of the step".
std::string summary(const Explanation& explanation, const Bubble& bubble, std::size_t rank);

} // namespace plan
