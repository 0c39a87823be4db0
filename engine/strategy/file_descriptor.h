// Owns one file descriptor: an open file, folder, pipe, socket or process handle.
//
// The one owner of the engine: what opens a descriptor wraps it at once. Every descriptor opened
// for it has O_CLOEXEC, as the programs of the engine start others.

#pragma once

#include <utility>

#include <unistd.h>

namespace strategy {

// Moving hands the descriptor on; there are no copies. The destructor closes it and can report no
// error, so whoever writes a file calls close().
class FileDescriptor {
public:
    FileDescriptor() = default; // none is open
    // Owns `number` from then on. A negative one, as open() returns for an error, owns nothing;
    // errno is left as it is.
    explicit FileDescriptor(int number)
        : m_number(number)
    {
    }
    FileDescriptor(FileDescriptor&& other) noexcept
        : m_number(std::exchange(other.m_number, -1))
    {
    }
    // What was open here is closed.
    FileDescriptor& operator=(FileDescriptor&& other) noexcept
    {
        FileDescriptor taken(std::move(other));
        std::swap(m_number, taken.m_number);
        return *this;
    }
    ~FileDescriptor() { close(); }

    // Whether one is open here.
    explicit operator bool() const { return m_number >= 0; }
    int number() const { return m_number; } // -1: none is open

    // Hands it to the caller, who closes it; -1 where none was open.
    int release() { return std::exchange(m_number, -1); }

    // Closes it now. False where the kernel reports an error: some file systems tell of a lost
    // write only here. True where none was open. It is closed in either case.
    bool close()
    {
        const int number = std::exchange(m_number, -1);
        return number < 0 || ::close(number) == 0;
    }

private:
    int m_number = -1;
};

} // namespace strategy
