// Writes a Chrome trace, event by event: JSON that Perfetto, chrome://tracing and others open.
//
// Nothing is kept but the text that take() has not yet handed out, so that a trace of any length
// can be written piece by piece. The format's "process" and "thread" are groups and rows of the
// picture here, under whatever numbers the caller gives them.
//
// A trace is a list of events in no order. Times are nanoseconds, from 0 on; the file has them in
// microseconds with three digits behind the point, which is exact. Names may be any text.

#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace strategy {

class TraceWriter {
public:
    // A row of the picture. Slices of one place must not overlap.
    struct Place {
        std::uint64_t process = 0;
        std::uint64_t thread = 0;
    };
    struct Times {
        std::int64_t start = 0; // nanoseconds, >= 0, as all times here
        std::int64_t end = 0;   // >= start
    };
    // Of an event, shown beside it: a text where there is one, else a number. Borrows its texts for
    // the length of the call.
    struct Detail {
        std::string_view key;
        std::int64_t number = 0;
        std::string_view text{};
    };

    // Begins the list: take() has text from the start.
    TraceWriter();

    // Names may be given before or after the events of their process and thread.
    void nameProcess(std::uint64_t process, std::string_view name);
    void nameThread(const Place& place, std::string_view name);
    void sortThread(const Place& place, std::uint64_t index); // less is further up

    // A bar from start to end. Viewers can filter by `category`, and list the details.
    void slice(const Place& place, std::string_view name, std::string_view category,
               const Times& times, std::initializer_list<Detail> details = {});

    // The value from `time` on; counters of one name are one track of the process.
    void counter(const Place& place, std::string_view name, std::int64_t time, const Detail& value);

    // From one slice to another; no two arrows of one name and category may share an id while both
    // are under way. It binds to the slice that is open at its time.
    struct End {
        Place place;
        std::int64_t time = 0;
    };
    void arrow(std::uint64_t id, std::string_view name, std::string_view category, const End& from,
               const End& to);

    // Ends the list; nothing may be written after it.
    void finish();

    // What was written since the last call; the pieces together are the trace. Not a whole document
    // before finish(); each piece ends after an event.
    std::string take();
    std::size_t size() const { return m_text.size(); } // of what take() would give

private:
    // These append to the text and check nothing; the public functions keep the order that JSON
    // wants.
    void begin(std::string_view kind, std::string_view name);
    void append(const Place& place);
    void appendTime(std::int64_t time);
    void appendDetails(std::initializer_list<Detail> details);

    std::string m_text;
    bool m_first = true;
};

} // namespace strategy
