// A directory of one test or benchmark, in its own name and gone with it.

#pragma once

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace tests {

class ScratchDirectory {
public:
    // In /tmp: the path of a local socket may have 107 bytes, and TMPDIR can be long. Throws
    // std::system_error where none can be made.
    explicit ScratchDirectory(const std::filesystem::path& in = "/tmp")
    {
        std::string pattern = (in / "bubblescope-test-XXXXXX").string();
        if (::mkdtemp(pattern.data()) == nullptr)
            throw std::system_error(errno, std::generic_category(), pattern);
        m_path = pattern;
    }
    ~ScratchDirectory()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    ScratchDirectory(const ScratchDirectory&) = delete;
    ScratchDirectory& operator=(const ScratchDirectory&) = delete;

    const std::filesystem::path& path() const { return m_path; } // absolute where `in` is
    std::string operator/(const std::string& name) const { return (m_path / name).string(); }

private:
    std::filesystem::path m_path;
};

} // namespace tests
