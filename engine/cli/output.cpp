#include "engine/cli/output.h"

#include "engine/strategy/file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace cli {

int deliver(const std::string& text, const std::string& path)
{
    if (!path.empty()) {
        const auto written = strategy::replaceFile(path, text);
        if (!written)
            fmt::print(stderr, "{}\n", written.error().message);
        return written ? 0 : 1;
    }
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size()
        && std::fflush(stdout) == 0;
    if (!written)
        fmt::print(stderr, "stdout: {}; the result is not complete\n", std::strerror(errno));
    return written ? 0 : 1;
}

} // namespace cli
