// Strategies in files: bounded reads, and writes that never lose the old file.

#include "engine/strategy/file.h"

#include "engine/strategy/file_descriptor.h"
#include "engine/strategy/keep_text.h"
#include "engine/strategy/text_limits.h"
#include "engine/strategy/yaml.h"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace strategy {
namespace {

constexpr int kTemporaryNames = 100;

std::string reason() { return std::strerror(errno); }

bool readAll(int fd, std::string& text, std::size_t limit)
{
    char buffer[64 * 1024];
    while (text.size() <= limit) {
        const ssize_t count = ::read(fd, buffer, sizeof buffer);
        if (count == 0)
            return true;
        if (count < 0 && errno != EINTR)
            return false;
        if (count > 0)
            text.append(buffer, static_cast<std::size_t>(count));
    }
    return true;
}

bool writeAll(int fd, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t count = ::write(fd, text.data(), text.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

std::string folderOf(const std::string& path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

std::string absoluteFolderOf(const std::string& path)
{
    std::error_code error;
    const auto whole = std::filesystem::absolute(path, error);
    return error ? folderOf(path) : whole.lexically_normal().parent_path().string();
}

// Where a symbolic link leads; the path itself where there is nothing yet.
std::string target(const std::string& path)
{
    char* resolved = ::realpath(path.c_str(), nullptr);
    if (resolved == nullptr)
        return path;
    std::string result(resolved);
    std::free(resolved);
    return result;
}

// A file beside `path` that nobody else has; -1 if there is no making one.
int createBeside(const std::string& path, std::string& temporary)
{
    for (int i = 0; i < kTemporaryNames; ++i) {
        temporary = path + ".new-" + std::to_string(::getpid()) + '-' + std::to_string(i);
        const int fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

// Fills `temporary` and puts it in place of `path`. On false errno says why.
bool replace(FileDescriptor& file, const std::string& temporary, const std::string& path,
             std::string_view text)
{
    struct stat old = {};
    if (::stat(path.c_str(), &old) == 0 && ::fchmod(file.number(), old.st_mode & 07777) != 0)
        return false;
    return writeAll(file.number(), text) && ::fsync(file.number()) == 0 && file.close()
        && ::rename(temporary.c_str(), path.c_str()) == 0;
}

// True for a device, a pipe or a folder: what a rename would destroy or not reach.
bool isSpecial(const std::string& path)
{
    struct stat info = {};
    return ::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode);
}

plan::Outcome writeInto(const std::string& path, std::string_view text)
{
    // Without O_NONBLOCK a pipe without a reader would hold us here.
    FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!file || ::fcntl(file.number(), F_SETFL, 0) != 0 || !writeAll(file.number(), text)
        || !file.close())
        return plan::Error{"cannot write to '" + path + "': " + reason()};
    return plan::done();
}

// Without O_NONBLOCK a pipe without a writer would hold us here.
int openToRead(const std::string& path, int more)
{
    return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | more);
}

plan::Result<std::string> readText(const FileDescriptor& file, std::size_t limit)
{
    struct stat info = {};
    if (::fstat(file.number(), &info) != 0)
        return plan::Error{"cannot be read: " + reason()};
    if (!S_ISREG(info.st_mode))
        return plan::Error{"is not a regular file; give the path of one"};
    const plan::Error tooLong{"has more than " + std::to_string(limit)
                              + " bytes, the most it may have"};
    const auto size = static_cast<std::size_t>(info.st_size);
    if (size > limit)
        return tooLong;

    std::string text;
    text.reserve(size);
    if (!readAll(file.number(), text, limit)) // to its end, which may have moved since
        return plan::Error{"cannot be read: " + reason()};
    if (text.size() > limit)
        return tooLong;
    return text;
}

} // namespace

plan::Result<std::string> readTextFile(const std::string& path, std::size_t limit)
{
    const FileDescriptor file(openToRead(path, 0));
    if (!file)
        return plan::Error{"cannot be opened: " + reason()};
    return readText(file, limit);
}

plan::Result<std::string> readTextFileAt(const std::string& realPath, std::size_t limit)
{
    const FileDescriptor file(openToRead(realPath, O_NOFOLLOW));
    if (!file)
        return plan::Error{"cannot be opened: " + reason()};
    std::error_code error;
    const auto place
        = std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(file.number()), error);
    if (error)
        return plan::Error{"cannot be opened: " + error.message()};
    if (place != realPath)
        return plan::Error{"was moved while it was looked at"};
    return readText(file, limit);
}

ReadResult readStrategyFile(const std::string& path)
{
    auto text = readTextFile(path, kMaxFileBytes);
    if (text) {
        ReadResult read = readStrategy(*text, absoluteFolderOf(path));
        read.text = *std::move(text);
        return read;
    }
    ReadResult unread;
    unread.problems.push_back({1, "file", text.error().message});
    return unread;
}

plan::Outcome replaceFile(const std::string& path, std::string_view text)
{
    if (isSpecial(path))
        return writeInto(path, text);
    const std::string destination = target(path);
    const auto notSaved = [&](const std::string& why) {
        return plan::Error{"cannot save '" + path + "': " + why
                           + "; the file is as it was, so save it elsewhere or make room"};
    };
    std::string temporary;
    FileDescriptor file(createBeside(destination, temporary));
    if (!file)
        return notSaved(reason());
    if (!replace(file, temporary, destination, text)) {
        const plan::Error error = notSaved(reason());
        ::unlink(temporary.c_str());
        return error;
    }
    // The new name must survive a power cut too; where a file system cannot sync a
    // folder, the file itself is still whole.
    const FileDescriptor folder(
        ::open(folderOf(destination).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder && ::fsync(folder.number()) != 0 && errno == EIO)
        return plan::Error{"'" + path + "' is saved, but the disk reports an error: " + reason()};
    return plan::done();
}

Strategy besideFolder(Strategy strategy, const std::string& folder)
{
    for (std::string* file : {&strategy.schedule.file, &strategy.training.data})
        if (file->starts_with(folder + '/'))
            file->erase(0, folder.size() + 1);
    return strategy;
}

plan::Result<SavedText> saveStrategyFile(const std::string& path, const Strategy& strategy,
                                         std::string_view original)
{
    const std::string folder = absoluteFolderOf(path);
    auto kept = original.empty() ? std::nullopt : keepText(original, strategy, folder);
    SavedText saved;
    saved.commentsLost = !kept && hasComments(original);
    saved.text = kept ? *std::move(kept) : writeStrategy(besideFolder(strategy, folder));
    if (const auto written = replaceFile(path, saved.text); !written)
        return written.error();
    return saved;
}

plan::Outcome saveStrategyFile(const std::string& path, const Strategy& strategy)
{
    const auto saved = saveStrategyFile(path, strategy, {});
    return saved ? plan::done() : plan::Outcome(saved.error());
}

} // namespace strategy
