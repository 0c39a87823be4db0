// Bytes as an event log: whatever they are, reading ends, and every frame given is valid.

#include "telemetry/log_reader.h"

#include <cstdlib>
#include <string>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace telemetry;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const int file = ::memfd_create("log", 0);
    if (file < 0 || ::write(file, data, size) != static_cast<ssize_t>(size))
        std::abort();
    auto log = LogReader::open("/proc/self/fd/" + std::to_string(file));
    if (log) {
        log->finish();
        while (!log->atEnd()) {
            const auto before = log->offset();
            for (const auto frame : log->nextChunk())
                if (!std::holds_alternative<Frame>(decode(frame)))
                    std::abort();
            if (log->offset() <= before)
                std::abort(); // would never end
        }
    }
    ::close(file);
    return 0;
}
