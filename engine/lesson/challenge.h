// A schedule a day: the same for everybody by the date alone, without a network. Who lays a better
// one wins, and nobody is believed: an entry is an order of ops, which whoever looks at it checks
// and simulates.

#pragma once

#include "engine/lesson/planned.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

struct Date {
    int year = 1970;
    int month = 1; // 1 to 12
    int day = 1;   // 1 to 31

    auto operator<=>(const Date&) const = default;
};

// "2026-11-28", and back. Fails with a sentence where the text is no such day.
std::string toText(const Date& date);
plan::Result<Date> dateOf(std::string_view text);

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

// How much longer a step is than the bound, as a share of it; 0 where it is no longer.
double aboveBound(const Challenge& challenge, plan::Nanoseconds step);

// Something to begin with that keeps the cap: 1F1B, and where that holds more, 1F1B whose forwards
// wait until there is room.
plan::Schedule startOf(const Challenge& challenge);

struct Entry {
    std::string name;                        // of whoever made it: the file's, without its ending
    std::string problem{};                   // "ann.csv: row 2, column 5: ..."; empty: it counts
    std::optional<plan::Nanoseconds> step{}; // without a problem, as are the next two
    std::shared_ptr<const plan::Schedule> schedule{};
    int place = 0; // from 1, by rank(); equal steps have the same; 0: it does not count
};

// Whether the CSV (strategy/torch_csv) is an order for the challenge, and how long its step is.
Entry entryOf(const Challenge& challenge, std::string name, std::string_view csv);

// Those that count first, the shortest step before; of equal ones by name. Gives them their places.
void rank(std::vector<Entry>& entries);

} // namespace lesson
