#include "engine/runtime/work.h"

namespace engine {

plan::Outcome finish(Started started)
{
    if (!started)
        return started.error();
    return (*started)->wait();
}

} // namespace engine
