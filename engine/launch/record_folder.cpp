#include "engine/launch/record_folder.h"

#include "engine/launch/private_file.h"
#include "engine/launch/submission.h"

#include <algorithm>

#include <cerrno>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace launch {

namespace {

constexpr const char* kReserve = "run.json.reserved";
constexpr std::size_t kOutcomeRoom = 8192; // by which the last record may be longer than the first

plan::Error notEmpty(const std::filesystem::path& directory)
{
    return {directory.string()
            + ": is not empty; a recording needs a new or an empty directory of its own"};
}

// But for what a submission has left there for this very run.
bool holdsOnly(int folder, std::string_view name)
{
    // A descriptor of its own, because closedir() closes it, and reading moves its place.
    strategy::FileDescriptor copy(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    DIR* const entries = copy ? fdopendir(copy.number()) : nullptr;
    if (entries == nullptr)
        return false;
    copy.release(); // `entries` owns it
    bool only = true;
    while (const dirent* entry = readdir(entries)) {
        const std::string_view found = entry->d_name;
        only = only
            && (found == name || found == "." || found == ".."
                || std::find(kSubmissionFiles.begin(), kSubmissionFiles.end(), found)
                    != kSubmissionFiles.end());
    }
    closedir(entries);
    return only;
}

} // namespace

plan::Result<RecordFolder> RecordFolder::take(const std::filesystem::path& directory)
{
    RecordFolder folder;
    folder.m_path = directory;
    folder.m_folder = strategy::FileDescriptor(
        ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder.m_folder)
        return fileError(directory, "cannot be opened", errno);
    // Whoever makes this file has the folder; those who do not leave nothing in it.
    folder.m_reserve = strategy::FileDescriptor(
        openat(folder.m_folder.number(), kReserve,
               O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR));
    if (!folder.m_reserve && errno == EEXIST)
        return notEmpty(directory);
    if (!folder.m_reserve)
        return fileError(directory, "cannot be written", errno);
    if (!holdsOnly(folder.m_folder.number(), kReserve)) {
        folder.giveUp({});
        return notEmpty(directory);
    }
    // A page of text shows at once whether the disk is full.
    if (const int error = writeAll(folder.m_reserve.number(), std::string(kOutcomeRoom, ' '))) {
        folder.giveUp({});
        return fileError(directory, "cannot be written", error);
    }
    return folder;
}

plan::Outcome RecordFolder::reserve(const RunRecord& record) const
{
    const auto bytes = static_cast<off_t>(toJson(record).size() + kOutcomeRoom);
    // A run that fills its disk can still write down how it ended: that room is its own from the
    // start.
    if (const int error = posix_fallocate(m_reserve.number(), 0, bytes); error != 0)
        return fileError(m_path / kReserve, "cannot be written", error);
    return plan::done();
}

RecordFolder::Place RecordFolder::place() const
{
    struct stat held = {};
    struct stat found = {};
    if (fstat(m_folder.number(), &held) != 0)
        return Place::Removed;
    if (stat(m_path.c_str(), &found) == 0 && found.st_dev == held.st_dev
        && found.st_ino == held.st_ino)
        return Place::There;
    // A folder that was removed has no link left, while it stays open here.
    return held.st_nlink == 0 ? Place::Removed : Place::Moved;
}

bool RecordFolder::isRemoved() const
{
    // Some file systems count no links, and none of a folder that is there.
    struct stat held = {};
    return fstat(m_folder.number(), &held) == 0 && held.st_nlink == 0 && place() != Place::There;
}

void RecordFolder::showLife() const
{
    // Where it cannot be done there is nobody to tell of it.
    utimensat(m_folder.number(), RunRecord::file({}).c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
}

plan::Outcome RecordFolder::write(std::string_view name, std::string_view text) const
{
    return writeAtomicallyIn(m_folder.number(), m_path / name, text);
}

plan::Outcome RecordFolder::conclude(const RunRecord& record)
{
    const auto file = RunRecord::file(m_path);
    const std::string text = toJson(record);
    if (lseek(m_reserve.number(), 0, SEEK_SET) != 0)
        return fileError(file, "cannot be written", errno);
    int error = writeAll(m_reserve.number(), text);
    if (error == 0 && ftruncate(m_reserve.number(), static_cast<off_t>(text.size())) != 0)
        error = errno;
    if (error == 0
        // The reserved file itself becomes the record, so nothing more is asked of a disk that may
        // be full.
        && renameat(m_folder.number(), kReserve, m_folder.number(), file.filename().c_str()) != 0)
        error = errno;
    if (error != 0)
        return fileError(file, "cannot be written", error);
    return plan::done();
}

plan::Outcome RecordFolder::makeDirectory(const std::string& name) const
{
    if (mkdirat(m_folder.number(), name.c_str(), S_IRWXU) != 0)
        return fileError(m_path / name, "cannot be made", errno);
    return plan::done();
}

void RecordFolder::removeDirectory(const std::string& name) const
{
    unlinkat(m_folder.number(), name.c_str(), AT_REMOVEDIR);
}

void RecordFolder::giveUp(std::span<const std::string> files) const
{
    if (!m_folder)
        return;
    for (const std::string& file : files)
        unlinkat(m_folder.number(), file.c_str(), 0);
    unlinkat(m_folder.number(), kReserve, 0); // last: the folder is free from here on
}

} // namespace launch
