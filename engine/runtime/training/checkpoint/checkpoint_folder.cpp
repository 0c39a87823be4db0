#include "engine/runtime/training/checkpoint/checkpoint_folder.h"

#include "engine/runtime/training/checkpoint/manifest.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace training {
namespace {

constexpr std::string_view kPrefix = "step-";
constexpr std::size_t kDigits = 8; // at least

std::string partialName(const std::string& name) { return name + std::string(kPartialEnding); }

// Done, too, where there is none. Leaves alone what holds other files than a checkpoint's.
plan::Outcome removeFolder(const OpenFile& parent, const std::string& name)
{
    const std::string path = parent.path() + '/' + name;
    strategy::FileDescriptor folder(
        ::openat(parent.number(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder)
        return errno == ENOENT ? plan::done() : fileError(path, "is in the way", errno);
    ::unlinkat(folder.number(), kManifestFile, 0); // first: what has none is no checkpoint
    for (const char* file : kTensorFiles)
        ::unlinkat(folder.number(), file, 0);
    folder.close(); // shared file systems keep a folder that anybody has open
    // Says what the others would.
    if (::unlinkat(parent.number(), name.c_str(), AT_REMOVEDIR) != 0 && errno != ENOENT)
        return fileError(path, "cannot be removed", errno);
    return plan::done();
}

} // namespace

std::string stepFolderName(std::int64_t step)
{
    const std::string digits = std::to_string(step);
    return std::string(kPrefix) + std::string(kDigits - std::min(kDigits, digits.size()), '0')
        + digits;
}

std::optional<std::int64_t> stepOfFolder(std::string_view name)
{
    if (!name.starts_with(kPrefix))
        return std::nullopt;
    const std::string_view digits = name.substr(kPrefix.size());
    std::int64_t step = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), step);
    if (error != std::errc() || end != digits.data() + digits.size()
        || step < 0
        // Only the one spelling that is written: step-1 and step-00000001 must not be two
        // checkpoints of one step.
        || stepFolderName(step) != name)
        return std::nullopt;
    return step;
}

plan::Result<PartialFolder> PartialFolder::create(const std::string& folder, std::int64_t step)
{
    if (::mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST)
        return fileError(folder, "cannot be made", errno);
    auto parent = OpenFile::folder(folder);
    if (!parent)
        return parent.error();
    const std::string partial = partialName(stepFolderName(step));
    // What an attempt before left behind, as after a loss of power.
    if (const auto removed = removeFolder(*parent, partial); !removed)
        return removed.error();
    if (::mkdirat(parent->number(), partial.c_str(), 0777) != 0)
        return fileError(folder + '/' + partial, "cannot be made", errno);
    auto opened = open(folder, step);
    if (!opened)
        ::unlinkat(parent->number(), partial.c_str(), AT_REMOVEDIR);
    return opened;
}

plan::Result<PartialFolder> PartialFolder::open(const std::string& folder, std::int64_t step)
{
    PartialFolder result;
    result.m_name = stepFolderName(step);
    auto parent = OpenFile::folder(folder);
    if (!parent)
        return parent.error();
    result.m_parent = *std::move(parent);
    auto partial = OpenFile::folderIn(result.m_parent, partialName(result.m_name));
    if (!partial)
        return partial.error();
    result.m_folder = *std::move(partial);
    return result;
}

plan::Outcome PartialFolder::publish()
{
    const std::string partial = partialName(m_name);
    const std::string path = m_parent.path() + '/' + m_name;
    if (const auto synced = m_folder.sync(); !synced)
        return synced;
    struct stat old = {};
    const bool exists
        = ::fstatat(m_parent.number(), m_name.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0;
    if (exists && !S_ISDIR(old.st_mode))
        return plan::Error{path + ": is there already and is not a folder; take it away"};
    // One move, in which the old and the new change places: at no moment is there none.
    const unsigned how = exists ? RENAME_EXCHANGE : 0;
    if (::renameat2(m_parent.number(), partial.c_str(), m_parent.number(), m_name.c_str(), how)
        != 0)
        return fileError(
            path, exists ? "is there already and cannot be replaced" : "cannot be made", errno);
    m_inPlace = true;
    if (const auto synced = m_parent.sync(); !synced) {
        // Not saved, says the answer: so the older one stands again, or none.
        m_inPlace = ::renameat2(m_parent.number(), m_name.c_str(), m_parent.number(),
                                partial.c_str(), how)
            != 0;
        return synced;
    }
    // What was replaced; where it cannot go, the next checkpoint of this step will say so.
    if (exists)
        static_cast<void>(removeFolder(m_parent, partial));
    return plan::done();
}

plan::Outcome PartialFolder::remove()
{
    m_folder.close();
    if (m_inPlace)
        return plan::done();
    return removeFolder(m_parent, partialName(m_name));
}

} // namespace training
