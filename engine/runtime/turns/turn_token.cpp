#include "engine/runtime/turns/turn_token.h"

#include <array>
#include <cerrno>
#include <climits>
#include <cstring>
#include <filesystem>
#include <string>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace turns {

namespace {

// What rank 0 tells the others: where the file is, or nothing where it could not make one.
using FileName = std::array<char, PATH_MAX>;

plan::Error cannotTakeTurns(const std::string& what)
{
    return {"the ranks cannot take turns: " + what + ": " + std::strerror(errno)};
}

plan::Result<strategy::FileDescriptor> makeFile(FileName& name)
{
    std::error_code error;
    const std::string pattern
        = (std::filesystem::temp_directory_path(error) / "bubblescope-turns-XXXXXX").string();
    if (pattern.size() >= name.size()) {
        errno = ENAMETOOLONG;
        return cannotTakeTurns("a file in the folder for temporary files");
    }
    std::memcpy(name.data(), pattern.c_str(), pattern.size() + 1);
    strategy::FileDescriptor file(mkostemp(name.data(), O_CLOEXEC));
    if (!file) {
        name.fill('\0');
        return cannotTakeTurns("making " + pattern);
    }
    return file;
}

plan::Outcome meet(engine::HostCommunicator& world)
{
    float here = 0;
    return finish(world.allReduce(std::span(&here, 1), engine::ReduceOp::Max));
}

} // namespace

plan::Result<TurnToken> TurnToken::make(engine::HostCommunicator& world)
{
    FileName name{};
    TurnToken token;
    std::optional<plan::Error> problem;
    if (world.rank() == 0) {
        if (auto made = makeFile(name))
            token.m_file = std::move(*made);
        else
            problem = made.error();
    }
    if (auto told = finish(world.broadcast(std::as_writable_bytes(std::span(name)), 0)); !told)
        return told.error();
    if (problem)
        return *problem;
    if (name.front() == '\0')
        return plan::Error{"rank 0 cannot make the file by which ranks take turns"};
    if (world.rank() != 0) {
        // Opened anew: a lock belongs to what was opened, not to the process.
        token.m_file = strategy::FileDescriptor(open(name.data(), O_RDWR | O_CLOEXEC));
        if (!token.m_file)
            problem = cannotTakeTurns("opening " + std::string(name.data()));
    }
    // Everybody has it open: its name may go, and nothing is left behind, whatever happens.
    if (auto met = meet(world); !met)
        return met.error();
    if (world.rank() == 0)
        unlink(name.data());
    if (problem)
        return *problem;
    return token;
}

plan::Result<bool> TurnToken::tryTake()
{
    if (flock(m_file.number(), LOCK_EX | LOCK_NB) == 0)
        return true;
    if (errno == EWOULDBLOCK || errno == EINTR)
        return false;
    return cannotTakeTurns("locking the file by which they do");
}

void TurnToken::give() { flock(m_file.number(), LOCK_UN); }

} // namespace turns
