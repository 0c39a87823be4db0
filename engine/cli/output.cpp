#include "engine/cli/output.h"

#include "engine/cli/arguments.h"
#include "engine/plan/printable.h"
#include "engine/strategy/file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace cli {

int deliver(const std::string& text, const std::string& path)
{
    return deliver([&](const TextSink& sink) { sink(text); }, path);
}

int deliver(const std::function<void(const TextSink&)>& write, const std::string& path)
{
    if (!path.empty()) {
        // Whole before the file is touched, so that a write that fails leaves the older one; stdout
        // gets each piece as it comes.
        std::string whole;
        write([&](std::string_view piece) { whole += piece; });
        const auto written = strategy::replaceFile(path, whole);
        if (!written)
            complain(written.error().message);
        return written ? 0 : 1;
    }
    bool written = true;
    int error = 0;
    write([&](std::string_view piece) {
        // Text from a file must not send control characters to a terminal.
        const std::string shown = plan::printable(piece);
        if (written && std::fwrite(shown.data(), 1, shown.size(), stdout) != shown.size()) {
            written = false;
            error = errno;
        }
    });
    // A full disk or a closed pipe may show only here.
    if (written && std::fflush(stdout) != 0) {
        written = false;
        error = errno;
    }
    if (!written)
        fmt::print(stderr, "stdout: {}; the result is not complete\n", std::strerror(error));
    return written ? 0 : 1;
}

} // namespace cli
