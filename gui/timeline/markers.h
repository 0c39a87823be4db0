// The moments that one has marked, to measure times from. A value; no pixels.

#pragma once

#include "gui/timeline/time_axis.h"

#include <optional>
#include <vector>

namespace gui {

struct Marker {
    Nanoseconds time{};
    int number = 1;     // > 0; no two markers have the same
    bool lasts = false; // until it is removed, not only until all is dropped

    bool operator==(const Marker&) const = default;
};

class Markers {
public:
    const std::vector<Marker>& all() const { return m_all; } // in rising order of their numbers
    // The one that was selected or set last; null where there is none.
    const Marker* active() const;

    // Takes the least number that is free, and becomes the active one. One that stands there
    // already is kept, and lasts if either does.
    void set(Nanoseconds time, bool lasts);
    // Makes it the active one. Precondition: it is there.
    void select(int number);
    // The one selected, or else the one nearest to `time`, or where that is empty the active one.
    // False: there is none.
    bool remove(std::optional<Nanoseconds> time);
    // All that do not last. False: there are none.
    bool drop();

private:
    void forget(int number);

    std::vector<Marker> m_all;
    int m_active = 0;   // 0: none
    int m_selected = 0; // likewise: by select()
};

} // namespace gui
