#include "telemetry/open_files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <dirent.h>
#include <sys/resource.h>

namespace telemetry {
namespace {

constexpr rlim_t kUsual = 1024; // viewers come and go

// Where they cannot be counted there is no room for one more.
std::optional<std::size_t> filesOpenNow()
{
    DIR* const entries = ::opendir("/proc/self/fd");
    if (entries == nullptr)
        return std::nullopt;
    std::size_t count = 0;
    while (const dirent* entry = ::readdir(entries))
        count += entry->d_name[0] != '.' ? 1 : 0;
    ::closedir(entries);
    return count - 1; // without the one that was open for counting
}

} // namespace

std::optional<Error> makeRoomForFiles(std::size_t more)
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return Error{std::string("the limit of open files cannot be read: ")
                     + std::strerror(errno)};
    const rlim_t needed = filesOpenNow().value_or(limit.rlim_cur) + more;
    if (needed <= limit.rlim_cur)
        return {};
    if (needed <= limit.rlim_max) {
        limit.rlim_cur = std::min(limit.rlim_max, std::max(needed, kUsual));
        if (::setrlimit(RLIMIT_NOFILE, &limit) == 0)
            return {};
    }
    return Error{"this needs " + std::to_string(needed) + " open files and the system allows "
                 + std::to_string(limit.rlim_max) + "; raise the limit with ulimit -n"};
}

} // namespace telemetry
