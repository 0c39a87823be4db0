#include "engine/launch/places.h"

#include <cstring>

#include <sys/stat.h>
#include <unistd.h>

namespace launch {

namespace {

std::optional<std::filesystem::path> absolutePath(const Environment& environment,
                                                  std::string_view name)
{
    const auto value = valueOf(environment, name);
    if (!value || value->front() != '/')
        return std::nullopt;
    return std::filesystem::path(*value).lexically_normal();
}

} // namespace

plan::Result<Places> placesFor(const Environment& environment)
{
    Places places;
    if (const auto state = absolutePath(environment, "XDG_STATE_HOME"))
        places.state = *state / "bubblescope";
    else if (const auto home = absolutePath(environment, "HOME"))
        places.state = *home / ".local" / "state" / "bubblescope";
    else
        return plan::Error{"there is no place for runs: set HOME or XDG_STATE_HOME to an "
                           "absolute path"};
    places.runs = places.state / "runs";
    places.catalogue = places.state / "catalogue.sqlite";

    // XDG_RUNTIME_DIR may be left over from another user's session, where nothing can be made.
    std::filesystem::path runtime = "/tmp";
    if (const auto given = absolutePath(environment, "XDG_RUNTIME_DIR");
        given && access(given->c_str(), W_OK | X_OK) == 0)
        runtime = *given;
    places.sockets = runtime / ("bubblescope-" + std::to_string(getuid()));
    return places;
}

plan::Outcome makeDirectories(const std::filesystem::path& directory)
{
    std::filesystem::path made;
    for (const auto& part : directory) {
        made /= part;
        if (mkdir(made.c_str(), 0700) == 0 || errno == EEXIST)
            continue;
        struct stat existing = {};
        if (stat(made.c_str(), &existing) == 0 && S_ISDIR(existing.st_mode))
            continue; // a read-only parent answers EROFS before EEXIST
        return plan::Error{made.string()
                           + ": the directory cannot be made: " + std::strerror(errno)};
    }
    // EEXIST above may have been of a file.
    struct stat last = {};
    if (stat(directory.c_str(), &last) != 0 || !S_ISDIR(last.st_mode))
        return plan::Error{directory.string() + ": is not a directory"};
    return plan::done();
}

} // namespace launch
