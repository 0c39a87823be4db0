#include "engine/strategy/file_descriptor.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <fcntl.h>

namespace strategy {
namespace {

bool isOpen(int number) { return ::fcntl(number, F_GETFD) >= 0; }

FileDescriptor opened() { return FileDescriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC)); }

TEST(FileDescriptor, ClosesWhatItOwnsOnce)
{
    int number = -1;
    {
        const FileDescriptor file = opened();
        number = file.number();
        EXPECT_TRUE(file && isOpen(number));
    }
    EXPECT_FALSE(isOpen(number));

    FileDescriptor file = opened();
    EXPECT_TRUE(file.close());
    EXPECT_FALSE(file);
    EXPECT_TRUE(file.close()); // nothing is open: nothing went wrong
}

TEST(FileDescriptor, IsMovedAndReleased)
{
    FileDescriptor first = opened();
    const int number = first.number();
    FileDescriptor second = opened();
    const int other = second.number();
    second = std::move(first);
    EXPECT_EQ(second.number(), number);
    EXPECT_FALSE(isOpen(other));
    EXPECT_EQ(second.release(), number);
    EXPECT_FALSE(second);
    EXPECT_TRUE(isOpen(number));
    ::close(number);
}

TEST(FileDescriptor, SaysThatClosingFailed)
{
    FileDescriptor file = opened();
    ::close(file.number());
    EXPECT_FALSE(file.close());
    EXPECT_EQ(errno, EBADF);
    EXPECT_FALSE(FileDescriptor(-1));
}

} // namespace
} // namespace strategy
