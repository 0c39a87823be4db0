#include "engine/strategy/convert/script_folder.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace strategy {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestName = 200;

// What is told of a name, instead of reading a file.
constexpr std::string_view kElsewhere = "takes in what is written elsewhere, which is not followed";
constexpr std::string_view kNoRepository
    = "lies outside the folder of the script, and no folder above is that of a repository "
      "(.git, pyproject.toml, setup.py); not followed";
constexpr std::string_view kOpenRepository
    = "lies outside the folder of the script, and anyone may write to the folder above that looks "
      "like a repository (.git, pyproject.toml, setup.py); not followed";
constexpr std::string_view kIrregular = "is not a regular file; not read";
constexpr std::string_view kHidden = "is a hidden file, or in a hidden folder; not read";
constexpr std::string_view kNoScript
    = "is in the repository of the script, of which only scripts (*.sh) are read";
constexpr std::string_view kOpen = "lies in a folder that anyone may write to; not read";

// What says that a folder is the top of a repository.
constexpr std::array<std::string_view, 3> kMarks{".git", "pyproject.toml", "setup.py"};

bool hasMark(const fs::path& folder)
{
    return std::any_of(kMarks.begin(), kMarks.end(), [&](std::string_view mark) {
        std::error_code error;
        return fs::exists(folder / mark, error);
    });
}

// Where anyone may leave a mark or a file, as in /tmp, none counts.
bool isOpenToAll(const fs::path& folder)
{
    std::error_code error;
    const auto status = fs::status(folder, error);
    return error || (status.permissions() & fs::perms::others_write) != fs::perms::none;
}

// Of the folders from that of the file up to `top`, which holds it.
bool isAnyOpenToAll(const fs::path& file, const fs::path& top, bool isWithTop)
{
    for (fs::path folder = file.parent_path(); folder != top; folder = folder.parent_path())
        if (isOpenToAll(folder))
            return true;
    return isWithTop && isOpenToAll(top);
}

// The nearest folder with a mark, the script's own first; empty if there is none.
fs::path markedFolder(const fs::path& own)
{
    fs::path folder = own;
    for (int above = 0; above <= kMostFoldersAbove; ++above) {
        if (folder == folder.root_path())
            return {};
        if (hasMark(folder))
            return folder;
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

bool isHidden(const fs::path& within)
{
    return std::any_of(within.begin(), within.end(),
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
    if (error) {
        m_own.clear();
        return;
    }
    m_whole = markedFolder(m_own);
    m_markIsOpen = !m_whole.empty() && isOpenToAll(m_whole);
    if (m_markIsOpen)
        m_whole.clear();
}

// The error is empty where there is no file, or none in either folder.
plan::Result<FoundScript> ScriptFolder::readable(const fs::path& path) const
{
    const auto refused = [](std::string_view why) { return plan::Error{std::string(why)}; };
    std::error_code error;
    const fs::path file = fs::canonical(path, error);
    const bool isOwn = !error && file != m_own && isWithin(file, m_own);
    if (error || (!isOwn && !isWithin(file, m_whole)))
        return refused({});
    if (!fs::is_regular_file(file, error))
        return refused(kIrregular);
    const fs::path& top = isOwn ? m_own : m_whole;
    const fs::path within = file.lexically_relative(top);
    if (isHidden(within))
        return refused(kHidden);
    if (!isOwn && within.extension() != ".sh")
        return refused(kNoScript);
    // The script's own folder is where its user has put it, whoever else may write there.
    if (isAnyOpenToAll(file, top, !isOwn))
        return refused(kOpen);
    return FoundScript{file, within.string(), !isOwn};
}

// Every place that the name may mean, in the order in which they count.
std::vector<fs::path> ScriptFolder::placesOf(const std::string& name, const fs::path& from) const
{
    // The name itself where it is absolute.
    std::vector<fs::path> places{from / name, m_own / name};
    if (m_whole.empty())
        return places;
    const fs::path rest = downwards(name);
    if (!fs::path(name).is_absolute()) {
        for (fs::path folder = m_own; folder != m_whole; folder = folder.parent_path())
            places.push_back(folder / rest);
        places.push_back(m_whole / rest);
        return places;
    }
    // A name alone says too little of where it lies.
    constexpr int kMostTried = 8;
    fs::path tail = withoutFirst(rest);
    for (int tried = 0; tried < kMostTried && tail.has_parent_path(); ++tried) {
        places.push_back(m_whole / tail);
        tail = withoutFirst(tail);
    }
    return places;
}

// By the name alone, whether there is such a file or not.
bool ScriptFolder::isOutside(const std::string& name, const fs::path& from) const
{
    return !isWithin((from / name).lexically_normal(), m_own)
        && !isWithin((m_own / name).lexically_normal(), m_own);
}

plan::Result<FoundScript> ScriptFolder::find(const std::string& name, const fs::path& from) const
{
    if (m_own.empty() || name.empty() || name.size() > kLongestName)
        return plan::Error{std::string(kElsewhere)};
    // What lies where the name may mean it counts, whether it is read or not.
    for (const fs::path& place : placesOf(name, from))
        if (auto found = readable(place); found || !found.error().message.empty())
            return found;
    const bool isKnown = !m_whole.empty() || !isOutside(name, from);
    return plan::Error{std::string(isKnown            ? kElsewhere
                                       : m_markIsOpen ? kOpenRepository
                                                      : kNoRepository)};
}

} // namespace strategy
