#include "telemetry/control.h"

#include <cerrno>
#include <cstring>

#include <sys/random.h>

namespace telemetry {

Result<ControlKey> makeControlKey()
{
    ControlKey key{};
    std::size_t filled = 0;
    while (filled < key.size()) {
        const auto got = ::getrandom(key.data() + filled, key.size() - filled, 0);
        if (got < 0 && errno != EINTR)
            return Error{std::string("the system gives no random numbers: ")
                         + std::strerror(errno)};
        filled += got > 0 ? static_cast<std::size_t>(got) : 0;
    }
    return key;
}

} // namespace telemetry
