#include "engine/launch/private_file.h"

#include "engine/strategy/file_descriptor.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace launch {

plan::Error fileError(const std::filesystem::path& path, std::string_view what, int error)
{
    std::string sentence = path.string() + ": " + std::string(what) + ": " + std::strerror(error);
    if (error == ENOSPC || error == EDQUOT)
        sentence += "; free some space or name another place with --record";
    return {std::move(sentence)};
}

int writeAll(int file, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = write(file, text.data(), text.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return written < 0 ? errno : ENOSPC;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    // On the disk before the name is: after a loss of power there is the old text or the new, never
    // half of one.
    return fdatasync(file) == 0 ? 0 : errno;
}

plan::Outcome writeAtomically(const std::filesystem::path& path, std::string_view text)
{
    const auto parent = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    const strategy::FileDescriptor directory(
        open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!directory)
        return fileError(path, "cannot be written", errno);
    return writeAtomicallyIn(directory.number(), path, text);
}

plan::Outcome writeAtomicallyIn(int directory, const std::filesystem::path& path,
                                std::string_view text)
{
    const std::string name = path.filename();
    const std::string partial = name + ".partial";
    unlinkat(directory, partial.c_str(), 0); // of a process that was killed while writing
    strategy::FileDescriptor file(openat(directory, partial.c_str(),
                                         O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                                         S_IRUSR | S_IWUSR));
    if (!file)
        return fileError(path, "cannot be written", errno);

    int error = writeAll(file.number(), text);
    file.close();
    if (error == 0 && renameat(directory, partial.c_str(), directory, name.c_str()) != 0)
        error = errno;
    if (error != 0) {
        unlinkat(directory, partial.c_str(), 0);
        return fileError(path, "cannot be written", error);
    }
    return plan::done();
}

plan::Result<std::string> readWhole(const std::filesystem::path& path, std::size_t limit,
                                    bool followLinks)
{
    // Non-blocking: opening a named pipe must not wait for its other end.
    const int links = followLinks ? 0 : O_NOFOLLOW;
    const strategy::FileDescriptor file(
        open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | links));
    if (!file)
        return fileError(path, "cannot be read", errno);
    struct stat status = {};
    if (fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode))
        return plan::Error{path.string() + ": is not a plain file"};

    std::string text;
    for (;;) {
        char block[16384];
        const ssize_t got = read(file.number(), block, sizeof block);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fileError(path, "cannot be read", errno);
        if (got == 0)
            return text;
        // The limit is held against what was read, not against the size: a file may grow meanwhile.
        text.append(block, static_cast<std::size_t>(got));
        if (text.size() > limit)
            return plan::Error{path.string() + ": is larger than " + std::to_string(limit)
                               + " bytes"};
    }
}

} // namespace launch
