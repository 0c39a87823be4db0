// What the ranks of a run were last doing with each other, where it failed: on GPUs each rank then
// writes flight-rank-N.json into the run's folder (see engine/runtime/cuda/flight_record.h).

#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace launch {

// For each rank that left a record in `folder`, in their order, why it did, and for each of its
// groups that was not idle the operation that it was in: "rank 0 was in all-reduce 3 of tp (rank 0
// of 2), of 400 bytes in step 7: it had started". Then who held up the others, where that shows. A
// record that cannot be read is a sentence, too. Empty where there is none. `ranks`: of the run.
std::vector<std::string> flightSentences(const std::filesystem::path& folder, int ranks);

// The rank that others waited for in vain.
struct HeldUp {
    int rank = 0;              // of the run
    bool leftNoRecord = false; // it did not even say why it ended
    std::optional<int> step{}; // that it was in
    std::string op{};          // that was not over on its GPU, "1F3"; empty: none, or not known
    std::string why{};         // as "held up rank 0: its GPU had not come to all-reduce 3 of tp"
};

// Compares the records of all ranks. From rank `first`, if it gave up because something was not
// over in time, it goes on to whoever that rank waited for (the sender of a message, or members of
// a group that had not come to the operation that it was in), and so on, to the one who waited for
// nobody. Where that is `first` itself, `why` tells of an operation that all its members had come
// to, and none got through. Nothing where the cause does not show.
std::optional<HeldUp> whoHeldUp(const std::filesystem::path& folder, int first, int ranks);

// Of a run that was stopped: its ranks have nothing to explain.
void removeFlightRecords(const std::filesystem::path& folder);

} // namespace launch
