#pragma once

namespace gui {

// What times are written in.
enum class TimeUnit {
    Auto, // the one that reads best
    Nano,
    Micro,
    Milli,
    Second,
};

} // namespace gui
