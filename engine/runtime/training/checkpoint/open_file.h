// A file or a folder of the kernel's, open, with the path that errors name. Every read and
// write is whole or an error; nothing opened here follows a symbolic link in its last part.

#pragma once

#include "engine/plan/result.h"
#include "engine/strategy/file_descriptor.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace training {

// "PATH: cannot be written: No space left on device; make room …"
plan::Error fileError(const std::string& path, std::string_view what, int error);

// Open as long as it lives; moved, not copied.
class OpenFile {
public:
    explicit operator bool() const { return bool(m_file); }
    int number() const { return m_file.number(); }
    const std::string& path() const { return m_path; }
    void close() { m_file.close(); }

    // The folder that `path` names, through a link if it is one.
    static plan::Result<OpenFile> folder(const std::string& path);

    // `name` in `parent`. Not through a link; reading never waits on a pipe.
    static plan::Result<OpenFile> folderIn(const OpenFile& parent, const std::string& name);
    static plan::Result<OpenFile> toRead(const OpenFile& parent, const std::string& name);
    static plan::Result<OpenFile> toWrite(const OpenFile& parent, const std::string& name);
    static plan::Result<OpenFile> create(const OpenFile& parent, const std::string& name);

    // In bytes, like the offsets. Neither readAt() nor writeAt() moves a position, so several
    // readers may take turns with one file.
    plan::Result<std::uint64_t> size() const;
    plan::Outcome readAt(std::uint64_t offset, std::span<std::byte> bytes) const;
    plan::Outcome writeAt(std::uint64_t offset, std::span<const std::byte> bytes) const;

    // Makes it `bytes` long, on space that is its own from then on.
    plan::Outcome reserve(std::uint64_t bytes) const;

    // Content and names are on the disk.
    plan::Outcome sync() const;

private:
    static plan::Result<OpenFile> at(int parent, const std::string& name, const std::string& path,
                                     int flags, mode_t kind);

    strategy::FileDescriptor m_file;
    std::string m_path;
};

} // namespace training
