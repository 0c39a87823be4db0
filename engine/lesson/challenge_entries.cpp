#include "engine/lesson/challenge_entries.h"

#include "engine/strategy/file.h"

#include <algorithm>
#include <filesystem>

namespace lesson {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLookedAt = 100'000; // of what stands in one folder

bool isCsv(const fs::path& file)
{
    std::string ending = file.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
    return ending == ".csv";
}

// By name, so that it is the same ones every time that are left out.
plan::Result<std::vector<fs::path>> filesOf(const fs::path& folder)
{
    std::vector<fs::path> files;
    std::error_code error;
    int looked = 0;
    for (fs::directory_iterator at(folder, error), end;
         !error && at != end && looked < kMostLookedAt; at.increment(error), ++looked) {
        std::error_code ignored;
        if (isCsv(at->path()) && !at->is_directory(ignored))
            files.push_back(at->path());
    }
    if (error)
        return plan::Error{folder.string() + ": cannot be read: " + error.message()};
    std::sort(files.begin(), files.end());
    return files;
}

Entry failed(const fs::path& file, const std::string& sentence)
{
    return {.name = file.stem().string(), .problem = file.filename().string() + ": " + sentence};
}

class EntryReader {
public:
    EntryReader(const Challenge& challenge, const std::function<bool()>& stop)
        : m_challenge(challenge)
        , m_stop(stop)
    {
    }

    // Whether there is more to be read.
    bool take(const fs::path& path)
    {
        std::error_code error;
        if (!fs::is_directory(path, error))
            return add(path, {});
        const fs::path folder = fs::canonical(path, error);
        const auto files = error ? plan::Result<std::vector<fs::path>>(
                               plan::Error{path.string() + ": cannot be read: " + error.message()})
                                 : filesOf(folder);
        if (!files) {
            m_read.problems.push_back(files.error().message);
            return true;
        }
        return std::all_of(files->begin(), files->end(),
                           [&](const fs::path& file) { return add(file, folder); });
    }

    ReadEntries finish()
    {
        rank(m_read.entries);
        return std::move(m_read);
    }

private:
    // `folder`: that a link may not lead out of; empty: any.
    bool add(const fs::path& file, const fs::path& folder)
    {
        if (m_stop && m_stop())
            return false;
        if (m_read.entries.size() == kMaxEntries) {
            ++m_read.leftOut;
            return true;
        }
        m_read.files.push_back(file.string());
        m_read.entries.push_back(read(file, folder));
        return true;
    }

    Entry read(const fs::path& file, const fs::path& folder) const
    {
        std::error_code error;
        const fs::path real = fs::canonical(file, error);
        if (error)
            return failed(file, "cannot be opened: " + error.message());
        if (!folder.empty() && real.parent_path() != folder)
            return failed(file, "is a link that leads out of the folder; it is not followed");
        const auto text = strategy::readTextFileAt(real.string(), kMaxEntryBytes);
        if (!text)
            return failed(file, text.error().message);
        return entryOf(m_challenge, file.stem().string(), *text);
    }

    const Challenge& m_challenge;
    const std::function<bool()>& m_stop;
    ReadEntries m_read;
};

} // namespace

ReadEntries readEntries(const Challenge& challenge, const std::vector<std::string>& paths,
                        const std::function<bool()>& stop)
{
    EntryReader reader(challenge, stop);
    for (const std::string& path : paths)
        if (!reader.take(path))
            break;
    return reader.finish();
}

} // namespace lesson
