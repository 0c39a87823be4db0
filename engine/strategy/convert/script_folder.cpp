#include "engine/strategy/convert/script_folder.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace strategy {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestName = 200;

// What says that a folder is the top of a repository.
constexpr std::array<std::string_view, 3> kMarks{".git", "pyproject.toml", "setup.py"};

bool hasMark(const fs::path& folder)
{
    return std::any_of(kMarks.begin(), kMarks.end(), [&](std::string_view mark) {
        std::error_code error;
        return fs::exists(folder / mark, error);
    });
}

// Where anyone may leave a mark, as in /tmp, none counts.
bool isOpenToAll(const fs::path& folder)
{
    std::error_code error;
    const auto status = fs::status(folder, error);
    return error || (status.permissions() & fs::perms::others_write) != fs::perms::none;
}

// The nearest folder with a mark, the script's own first; empty if there is none.
fs::path repositoryOf(const fs::path& own)
{
    fs::path folder = own;
    for (int above = 0; above <= kMostFoldersAbove; ++above) {
        if (folder == folder.root_path())
            return {};
        if (hasMark(folder))
            return isOpenToAll(folder) ? fs::path{} : folder;
        folder = folder.parent_path();
    }
    return {};
}

bool isWithin(const fs::path& file, const fs::path& folder)
{
    const auto [end, unused]
        = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
    return !folder.empty() && end == folder.end();
}

// Of a repository nothing but its scripts, and none that is hidden.
bool isPlainScript(const fs::path& within)
{
    return within.extension() == ".sh"
        && std::none_of(within.begin(), within.end(),
                        [](const fs::path& part) { return part.native().starts_with('.'); });
}

// Without what only leads upwards at its beginning.
fs::path downwards(const fs::path& name)
{
    fs::path rest;
    for (const fs::path& part : name)
        if (!rest.empty() || (part != ".." && part != "." && part != "/"))
            rest /= part;
    return rest;
}

fs::path withoutFirst(const fs::path& path)
{
    fs::path rest;
    for (auto part = std::next(path.begin()); part != path.end(); ++part)
        rest /= *part;
    return rest;
}

} // namespace

ScriptFolder::ScriptFolder(const std::string& folder)
{
    std::error_code error;
    if (folder.empty())
        return;
    m_own = fs::canonical(folder, error);
    if (error)
        m_own.clear();
    else
        m_whole = repositoryOf(m_own);
}

std::optional<FoundScript> ScriptFolder::readable(const fs::path& path) const
{
    std::error_code error;
    const fs::path file = fs::canonical(path, error);
    if (error || !fs::is_regular_file(file, error))
        return std::nullopt;
    if (isWithin(file, m_own))
        return FoundScript{file, file.lexically_relative(m_own).string()};
    const fs::path within = file.lexically_relative(m_whole);
    if (!isWithin(file, m_whole) || !isPlainScript(within))
        return std::nullopt;
    return FoundScript{file, within.string(), true};
}

std::optional<FoundScript> ScriptFolder::find(const std::string& name, const fs::path& from) const
{
    if (m_own.empty() || name.empty() || name.size() > kLongestName)
        return std::nullopt;
    for (const fs::path& folder : {from, m_own})
        if (auto found = readable(folder / name)) // the name itself where it is absolute
            return found;
    if (m_whole.empty())
        return std::nullopt;
    const fs::path rest = downwards(name);
    if (!fs::path(name).is_absolute()) {
        for (fs::path folder = m_own;; folder = folder.parent_path()) {
            if (auto found = readable(folder / rest))
                return found;
            if (folder == m_whole)
                return std::nullopt;
        }
    }
    // A name alone says too little of where it lies.
    constexpr int kMostTried = 8;
    fs::path tail = withoutFirst(rest);
    for (int tried = 0; tried < kMostTried && tail.has_parent_path(); ++tried) {
        if (auto found = readable(m_whole / tail))
            return found;
        tail = withoutFirst(tail);
    }
    return std::nullopt;
}

std::string ScriptFolder::whyNot(const std::string& name) const
{
    const bool isAbove = !name.empty() && !m_own.empty() && m_whole.empty()
        && (fs::path(name).is_absolute() || *fs::path(name).begin() == "..");
    if (isAbove)
        return "lies above the folder of the script, and no folder there is that of a repository "
               "(.git, pyproject.toml, setup.py); not followed";
    return "takes in what is written elsewhere, which is not followed";
}

} // namespace strategy
