#include "engine/launch/report_file.h"

#include "engine/launch/private_file.h"
#include "engine/plan/printable.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

namespace launch {

namespace fs = std::filesystem;

namespace {

plan::Outcome writeStream(std::FILE* stream, const std::string& name, std::string_view text)
{
    if (stream == nullptr)
        return plan::Error{name + ": cannot be written: " + std::strerror(errno)};
    const bool written = std::fwrite(text.data(), 1, text.size(), stream) == text.size();
    const int closed = stream == stdout ? std::fflush(stream) : std::fclose(stream);
    if (!written || closed != 0)
        return plan::Error{name + ": cannot be written: " + std::strerror(errno)};
    return plan::done();
}

// True for something that is there and is no plain file.
bool isSpecial(const fs::path& path)
{
    struct stat status = {};
    return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

// Through a symbolic link: the file it means.
fs::path targetOf(const fs::path& path)
{
    std::error_code error;
    fs::path target = fs::weakly_canonical(path, error);
    return error ? path : target;
}

} // namespace

plan::Outcome checkReportFile(const std::string& out)
{
    if (out.empty() || out == "-")
        return plan::done();
    struct stat status = {};
    const bool exists = stat(out.c_str(), &status) == 0;
    if (exists && S_ISDIR(status.st_mode))
        return plan::Error{"--json " + out + ": is a directory; name a file"};
    fs::path directory = targetOf(out).parent_path();
    if (directory.empty())
        directory = ".";
    const bool special = exists && !S_ISREG(status.st_mode);
    if (access(special ? out.c_str() : directory.c_str(), special ? W_OK : W_OK | X_OK) != 0)
        return plan::Error{"--json " + out + ": cannot be written: " + std::strerror(errno)};
    return plan::done();
}

plan::Outcome writeReport(const std::string& out, std::string_view text)
{
    if (out.empty())
        return plan::done();
    if (out == "-")
        return writeStream(stdout, "stdout", plan::printable(text));
    if (isSpecial(out))
        return writeStream(std::fopen(out.c_str(), "we"), out, text);
    return writeAtomically(targetOf(out), text);
}

} // namespace launch
