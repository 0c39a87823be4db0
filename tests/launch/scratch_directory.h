// A directory of one test, gone with it.

#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace launch_test {

class ScratchDirectory {
public:
    ScratchDirectory()
    {
        std::string pattern = "/tmp/bubblescope-test-XXXXXX";
        m_path = mkdtemp(pattern.data());
    }
    ~ScratchDirectory()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    ScratchDirectory(const ScratchDirectory&) = delete;
    ScratchDirectory& operator=(const ScratchDirectory&) = delete;

    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

} // namespace launch_test
