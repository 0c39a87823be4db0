#include "engine/runtime/training/checkpoint/open_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace training {

plan::Error fileError(const std::string& path, std::string_view what, int error)
{
    std::string sentence = path + ": " + std::string(what) + ": " + std::strerror(error);
    if (error == ENOSPC || error == EDQUOT)
        sentence += "; make room there or keep checkpoints elsewhere";
    if (error == ELOOP)
        sentence += "; symbolic links are not followed here";
    return {std::move(sentence)};
}

plan::Result<OpenFile> OpenFile::at(int parent, const std::string& name, const std::string& path,
                                    int flags, mode_t kind)
{
    OpenFile file;
    file.m_path = path;
    file.m_file = strategy::FileDescriptor(
        // O_NONBLOCK: opening a pipe would otherwise wait for its other end before it could be
        // refused as no plain file.
        ::openat(parent, name.c_str(), flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666));
    if (!file)
        return fileError(path, (flags & O_CREAT) != 0 ? "cannot be made" : "cannot be opened",
                         errno);
    struct stat status = {};
    if (::fstat(file.number(), &status) != 0)
        return fileError(path, "cannot be opened", errno);
    if ((status.st_mode & S_IFMT) != kind)
        return plan::Error{path + ": is not a " + (kind == S_IFDIR ? "folder" : "plain file")};
    return file;
}

plan::Result<OpenFile> OpenFile::folder(const std::string& path)
{
    return at(AT_FDCWD, path, path, O_RDONLY | O_DIRECTORY, S_IFDIR);
}

plan::Result<OpenFile> OpenFile::folderIn(const OpenFile& parent, const std::string& name)
{
    return at(parent.number(), name, parent.m_path + '/' + name,
              O_RDONLY | O_DIRECTORY | O_NOFOLLOW, S_IFDIR);
}

plan::Result<OpenFile> OpenFile::toRead(const OpenFile& parent, const std::string& name)
{
    return at(parent.number(), name, parent.m_path + '/' + name, O_RDONLY | O_NOFOLLOW, S_IFREG);
}

plan::Result<OpenFile> OpenFile::toWrite(const OpenFile& parent, const std::string& name)
{
    return at(parent.number(), name, parent.m_path + '/' + name, O_RDWR | O_NOFOLLOW, S_IFREG);
}

plan::Result<OpenFile> OpenFile::create(const OpenFile& parent, const std::string& name)
{
    return at(parent.number(), name, parent.m_path + '/' + name,
              O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, S_IFREG);
}

plan::Result<std::uint64_t> OpenFile::size() const
{
    struct stat status = {};
    if (::fstat(number(), &status) != 0)
        return fileError(m_path, "cannot be read", errno);
    return static_cast<std::uint64_t>(status.st_size);
}

plan::Outcome OpenFile::readAt(std::uint64_t offset, std::span<std::byte> bytes) const
{
    while (!bytes.empty()) {
        const ssize_t count
            = ::pread(number(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return fileError(m_path, "cannot be read", errno);
        if (count == 0)
            return plan::Error{m_path + ": ends at byte " + std::to_string(offset)
                               + ", before all of it was read"};
        offset += static_cast<std::uint64_t>(count);
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return plan::done();
}

plan::Outcome OpenFile::writeAt(std::uint64_t offset, std::span<const std::byte> bytes) const
{
    while (!bytes.empty()) {
        const ssize_t count
            = ::pwrite(number(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return fileError(m_path, "cannot be written", count < 0 ? errno : ENOSPC);
        offset += static_cast<std::uint64_t>(count);
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return plan::done();
}

plan::Outcome OpenFile::reserve(std::uint64_t bytes) const
{
    int error = EINTR;
    while (error == EINTR)
        // Takes the space now: a full disk is then told before the slices are written, not in their
        // middle.
        error = ::posix_fallocate(number(), 0, static_cast<off_t>(bytes));
    if (error != 0)
        return fileError(m_path, "cannot have the " + std::to_string(bytes) + " bytes it needs",
                         error);
    return plan::done();
}

plan::Outcome OpenFile::sync() const
{
    if (::fsync(number()) != 0)
        return fileError(m_path, "cannot be brought to the disk", errno);
    return plan::done();
}

} // namespace training
