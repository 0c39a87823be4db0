// What of the window a lesson explains: a kind of idle time, or a warning about a field.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lesson {

// The key of a line of the ledger, as "warm_up_bubble", or "warning." and the dotted name of a
// field, as "warning.parallel.zero".
bool isTopic(std::string_view text);

struct LessonPlace {
    std::string lesson; // name
    std::string step;   // id

    bool operator==(const LessonPlace&) const = default;
};

// Where the course explains it, the first lesson that does; empty names: it does not. Of a warning
// about a field of a section that is explained as a whole, that.
LessonPlace placeExplaining(std::string_view topic);

// A step of the course in whose texts a term stands.
struct FoundTerm {
    LessonPlace place;
    std::string text; // where it stands, plain, without numbers filled in
};

// In the order of the course, those whose title or question has it first; whatever the letters'
// case. In both languages.
std::vector<FoundTerm> findTerm(std::string_view term);

} // namespace lesson
