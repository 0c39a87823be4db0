// What the program brings along of real runs, for machines where nothing can be run.

#pragma once

#include <string_view>

namespace lesson {

// Whether there is one of that name: a file of resources/lessons/recordings, without its ending.
bool hasRecording(std::string_view name);

} // namespace lesson
