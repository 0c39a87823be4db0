// A disk without room.

#pragma once

#include <csignal>

#include <sys/resource.h>

namespace gui::test {

// As long as it lives, no file of this process gets any longer.
class FullDisk {
public:
    FullDisk()
        : m_handler(std::signal(SIGXFSZ, SIG_IGN))
    {
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit least{1, m_before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &least);
    }
    ~FullDisk()
    {
        ::setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    rlimit m_before{};
    sighandler_t m_handler;
};

} // namespace gui::test
