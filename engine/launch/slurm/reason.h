// Why a job of Slurm waits, in words for a person.

#pragma once

#include <string>
#include <string_view>

namespace launch {

enum class Waiting {
    ItsTurn,  // passes by itself
    Somebody, // until somebody acts: whoever holds it, or an administrator
    ForEver,  // as the job is, it never starts
};

struct WaitReason {
    Waiting waiting = Waiting::ItsTurn;
    std::string words{}; // "it waits for nodes to become free"; of ForEver what is wrong
    // What to do, as "ask for less with --time"; JOB stands for the job's number. Empty: nothing.
    std::string step{};
};

// `reason`: Slurm's word for it, or its sentence. One that is not known here comes back as Slurm's
// own, and as passing.
WaitReason explainReason(std::string_view reason);

} // namespace launch
