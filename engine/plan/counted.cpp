#include "engine/plan/counted.h"

namespace plan {

std::string counted(long long number, std::string_view what)
{
    std::string text = std::to_string(number) + ' ';
    text += what;
    if (number != 1)
        text += what.ends_with("ch") ? "es" : "s";
    return text;
}

} // namespace plan
