#include "engine/runtime/communicator.h"

namespace engine {

plan::Outcome finish(Started started)
{
    if (!started)
        return started.error();
    return (*started)->wait();
}

} // namespace engine
