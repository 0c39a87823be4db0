#include "engine/launch/record_folder.h"

#include "engine/launch/private_file.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace launch {

namespace {

constexpr const char* kReserve = "run.json.reserved";
constexpr off_t kOutcomeRoom = 8192; // by which the last record may be longer than the first

} // namespace

plan::Result<RecordFolder> RecordFolder::open(const RunRecord& record)
{
    RecordFolder folder;
    folder.m_path = record.directory;
    folder.m_folder = FileDescriptor(
        ::open(record.directory.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder.m_folder)
        return fileError(record.directory, "cannot be opened", errno);
    folder.m_reserve
        = FileDescriptor(openat(folder.m_folder.number(), kReserve,
                                O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                                S_IRUSR | S_IWUSR));
    if (!folder.m_reserve)
        return fileError(record.directory / kReserve, "cannot be written", errno);
    const auto bytes = static_cast<off_t>(toJson(record).size()) + kOutcomeRoom;
    if (const int error = posix_fallocate(folder.m_reserve.number(), 0, bytes); error != 0) {
        folder.giveUp();
        return fileError(record.directory / kReserve, "cannot be written", error);
    }
    return folder;
}

RecordFolder::Place RecordFolder::place() const
{
    struct stat held = {};
    struct stat found = {};
    if (fstat(m_folder.number(), &held) != 0 || held.st_nlink == 0)
        return Place::Removed;
    const bool same = stat(m_path.c_str(), &found) == 0 && found.st_dev == held.st_dev
                      && found.st_ino == held.st_ino;
    return same ? Place::There : Place::Moved;
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
        && renameat(m_folder.number(), kReserve, m_folder.number(), file.filename().c_str()) != 0)
        error = errno;
    if (error != 0)
        return fileError(file, "cannot be written", error);
    return plan::done();
}

void RecordFolder::giveUp() const
{
    if (m_folder)
        unlinkat(m_folder.number(), kReserve, 0);
}

} // namespace launch
