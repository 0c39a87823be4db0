#include "engine/launch/gpu_query.h"

#include "engine/launch/child_process.h"
#include "engine/strategy/file_descriptor.h"

#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace launch {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostOutput = std::size_t{1} << 20;

// Of a process that was killed, which is at once where no driver holds it.
constexpr std::chrono::seconds kDying{2};

// Until something can be read; false: at `end` nothing could.
bool waitFor(int descriptor, Clock::time_point end)
{
    pollfd question = {descriptor, POLLIN, 0};
    for (;;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
        if (left.count() <= 0)
            return false;
        const int ready = poll(&question, 1, static_cast<int>(left.count()));
        if (ready > 0)
            return true;
        if (ready < 0 && errno != EINTR)
            return false;
    }
}

Gpus notKnown(const std::string& why) { return {.missing = why}; }

// Waits until the child has ended, and takes it from the table of processes; false: at `end` it had
// not.
bool reap(pid_t child, Clock::time_point end)
{
    const strategy::FileDescriptor held(static_cast<int>(syscall(SYS_pidfd_open, child, 0)));
    for (;;) {
        const pid_t got = waitpid(child, nullptr, WNOHANG);
        if (got == child || (got < 0 && errno != EINTR))
            return true;
        if (!waitFor(held.number(), end))
            return false;
    }
}

// Until its end, or for as long as `end` allows; what is longer than anybody would print is cut.
bool readAll(int pipe, Clock::time_point end, std::string& output)
{
    for (;;) {
        if (!waitFor(pipe, end))
            return false;
        char part[4096];
        const ssize_t got = read(pipe, part, sizeof part);
        if (got < 0 && errno != EINTR)
            return false;
        if (got == 0)
            return true;
        if (got > 0 && output.size() < kMostOutput)
            output.append(part, static_cast<std::size_t>(got));
    }
}

} // namespace

plan::Result<Gpus> parseGpus(std::string_view output)
{
    const std::size_t begin = output.rfind("{\"missing\"");
    if (begin == std::string_view::npos)
        return plan::Error{"it did not say which GPUs there are"};
    const std::string_view line = output.substr(begin, output.find('\n', begin) - begin);
    const auto json = nlohmann::json::parse(line, nullptr, false);
    if (!json.is_object())
        return plan::Error{"what it said of GPUs is not JSON"};
    Gpus gpus;
    // A newer engine may say more, an older one less.
    const auto text = [](const nlohmann::json& object, const char* key) {
        const auto found = object.find(key);
        return found != object.end() && found->is_string() ? found->get<std::string>()
                                                           : std::string();
    };
    gpus.missing = text(json, "missing");
    if (const auto list = json.find("gpus"); list != json.end() && list->is_array())
        for (const nlohmann::json& gpu : *list) {
            if (!gpu.is_object())
                continue;
            const auto bytes = [&gpu](const char* key) -> std::optional<std::uint64_t> {
                const auto found = gpu.find(key);
                return found != gpu.end() && found->is_number_unsigned()
                    ? std::optional(found->get<std::uint64_t>())
                    : std::nullopt;
            };
            gpus.gpus.push_back({.name = text(gpu, "name"),
                                 .memory = bytes("memory_bytes").value_or(0),
                                 .freeMemory = bytes("free_bytes"),
                                 .others = text(gpu, "others"),
                                 .mode = text(gpu, "mode")});
        }
    return gpus;
}

Gpus askForGpus(const std::filesystem::path& engine, const Environment& environment,
                std::chrono::milliseconds patience)
{
    const auto end = Clock::now() + patience;
    int ends[2] = {};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return notKnown(std::string("a pipe cannot be made: ") + std::strerror(errno));
    const strategy::FileDescriptor reading(ends[0]);
    strategy::FileDescriptor writing(ends[1]);
    const auto child = startChild({.arguments = {engine.string(), "--devices"},
                                   .environment = rankEnvironment(environment, {}, false),
                                   .output = writing.number()});
    if (!child)
        return notKnown(child.error().message);
    writing.close();
    std::string output;
    if (!readAll(reading.number(), end, output) || !reap(*child, end)) {
        kill(*child, SIGKILL);
        // Within a call of a driver that hangs, a process ends when that call does.
        reap(*child, Clock::now() + kDying);
        return notKnown(fmt::format("the GPU's driver has not answered within {} s; see dmesg and "
                                    "nvidia-smi",
                                    patience.count() / 1000));
    }
    auto gpus = parseGpus(output);
    return gpus ? *std::move(gpus)
                : notKnown(engine.string() + " --devices: " + gpus.error().message);
}

} // namespace launch
