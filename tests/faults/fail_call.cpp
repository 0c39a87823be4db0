// Preloaded into a program, makes its n-th call of one kind fail: FAIL_KIND is write, short (the
// call writes half of what it should), sync, rename or space; FAIL_AT is n, from 1; FAIL_UNDER is
// the folder whose files count. FAIL_TOLD is made when the call has failed.

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

namespace {

template <class Function>
Function next(const char* name)
{
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

const char* setting(const char* name)
{
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

bool counts(const std::string& path)
{
    const std::string folder = setting("FAIL_UNDER");
    return !folder.empty() && path.compare(0, folder.size(), folder) == 0;
}

std::string pathOf(int descriptor)
{
    char path[4096] = {};
    const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
    return readlink(link.c_str(), path, sizeof path - 1) > 0 ? path : "";
}

std::string pathIn(int folder, const char* name)
{
    return name[0] == '/' || folder == AT_FDCWD ? name : pathOf(folder) + "/" + name;
}

// True for the n-th call of the wanted kind.
bool isDue(const char* kind, const std::string& path)
{
    static long calls = 0;
    if (std::strcmp(kind, setting("FAIL_KIND")) != 0 || !counts(path))
        return false;
    if (__atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED) != std::atol(setting("FAIL_AT")))
        return false;
    close(open(setting("FAIL_TOLD"), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    return true;
}

} // namespace

extern "C" {

ssize_t write(int file, const void* bytes, size_t size)
{
    static const auto real = next<ssize_t (*)(int, const void*, size_t)>("write");
    if (isDue("write", pathOf(file))) {
        errno = ENOSPC;
        return -1;
    }
    return real(file, bytes, size > 1 && isDue("short", pathOf(file)) ? size / 2 : size);
}

ssize_t writev(int file, const iovec* parts, int count)
{
    static const auto real = next<ssize_t (*)(int, const iovec*, int)>("writev");
    if (isDue("write", pathOf(file))) {
        errno = ENOSPC;
        return -1;
    }
    return real(file, parts, count);
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t at)
{
    static const auto real = next<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite");
    if (isDue("write", pathOf(file))) {
        errno = ENOSPC;
        return -1;
    }
    return real(file, bytes, size > 1 && isDue("short", pathOf(file)) ? size / 2 : size, at);
}

ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t at)
{
    return pwrite(file, bytes, size, at);
}

int fsync(int file)
{
    static const auto real = next<int (*)(int)>("fsync");
    if (isDue("sync", pathOf(file))) {
        errno = EIO;
        return -1;
    }
    return real(file);
}

int fdatasync(int file)
{
    static const auto real = next<int (*)(int)>("fdatasync");
    if (isDue("sync", pathOf(file))) {
        errno = EIO;
        return -1;
    }
    return real(file);
}

int rename(const char* from, const char* to)
{
    static const auto real = next<int (*)(const char*, const char*)>("rename");
    if (isDue("rename", to)) {
        errno = EIO;
        return -1;
    }
    return real(from, to);
}

int renameat(int fromFolder, const char* from, int toFolder, const char* to)
{
    static const auto real = next<int (*)(int, const char*, int, const char*)>("renameat");
    if (isDue("rename", pathIn(toFolder, to))) {
        errno = EIO;
        return -1;
    }
    return real(fromFolder, from, toFolder, to);
}

int renameat2(int fromFolder, const char* from, int toFolder, const char* to, unsigned how)
{
    static const auto real
        = next<int (*)(int, const char*, int, const char*, unsigned)>("renameat2");
    if (isDue("rename", pathIn(toFolder, to))) {
        errno = EIO;
        return -1;
    }
    return real(fromFolder, from, toFolder, to, how);
}

int ftruncate(int file, off_t size)
{
    static const auto real = next<int (*)(int, off_t)>("ftruncate");
    if (isDue("space", pathOf(file))) {
        errno = EIO;
        return -1;
    }
    return real(file, size);
}

int ftruncate64(int file, off64_t size) { return ftruncate(file, size); }

int posix_fallocate(int file, off_t at, off_t size)
{
    static const auto real = next<int (*)(int, off_t, off_t)>("posix_fallocate");
    return isDue("space", pathOf(file)) ? ENOSPC : real(file, at, size);
}

int posix_fallocate64(int file, off64_t at, off64_t size)
{
    return posix_fallocate(file, at, size);
}

} // extern "C"
