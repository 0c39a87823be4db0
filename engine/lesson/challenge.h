// A schedule a day: the same for everybody by the date alone, without a network. Who lays a better
// one wins, and nobody is believed: an entry is an order of ops, which whoever looks at it checks
// and simulates.

#pragma once

#include "engine/lesson/planned.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

struct Date {
    int year = 1970;
    int month = 1; // 1 to 12
    int day = 1;   // 1 to 31
};

struct Challenge {
    Date date;
    strategy::Strategy strategy{}; // whose ranks, chunks, microbatches and costs are asked for
    int cap = 0;                   // most in flight on a rank
    plan::Nanoseconds unit{};      // of one forward of a rank's share
    plan::Nanoseconds toBeat{};    // of 1F1B, or where that holds more, of the best that was found
    plan::Nanoseconds bound{};     // no order of the looped or the V placement is shorter
};

// Of any date from 1970 to 9999. Ranks 3 to 6, microbatches 4 to 12, backwards may be split.
Challenge challengeOf(const Date& date);

struct Entry {
    std::string name;                        // of whoever made it: the file's, without its ending
    std::string problem{};                   // a sentence; empty: it counts
    std::optional<plan::Nanoseconds> step{}; // without a problem
};

// Whether the CSV (strategy/torch_csv) is an order for the challenge, and how long its step is.
Entry entryOf(const Challenge& challenge, std::string name, std::string_view csv);

// Those that count first, the shortest step before; of equal ones by name.
void rank(std::vector<Entry>& entries);

} // namespace lesson
