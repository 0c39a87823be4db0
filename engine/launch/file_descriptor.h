// Owns one open file of the kernel's.

#pragma once

#include <utility>

#include <unistd.h>

namespace launch {

class FileDescriptor {
public:
    FileDescriptor() = default;
    explicit FileDescriptor(int number)
        : m_number(number)
    {
    }
    FileDescriptor(FileDescriptor&& other) noexcept
        : m_number(std::exchange(other.m_number, -1))
    {
    }
    FileDescriptor& operator=(FileDescriptor&& other) noexcept
    {
        reset();
        m_number = std::exchange(other.m_number, -1);
        return *this;
    }
    ~FileDescriptor() { reset(); }

    explicit operator bool() const { return m_number >= 0; }
    int number() const { return m_number; }
    void reset()
    {
        if (m_number >= 0)
            close(m_number);
        m_number = -1;
    }

private:
    int m_number = -1;
};

} // namespace launch
