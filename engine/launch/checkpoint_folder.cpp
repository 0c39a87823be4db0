#include "engine/launch/checkpoint_folder.h"

#include "engine/strategy/file.h"
#include "engine/strategy/strict_json.h"

#include <algorithm>
#include <cctype>
#include <climits>
#include <string>

namespace launch {

namespace fs = std::filesystem;

namespace {

bool isCheckpoint(const fs::path& folder)
{
    std::error_code error;
    return fs::is_regular_file(folder / "checkpoint.json", error);
}

// "step-00000100": a fixed number of digits, so that the order of names is that of steps.
bool isStepName(const std::string& name)
{
    constexpr std::string_view kPrefix = "step-";
    return name.size() == kPrefix.size() + 8 && name.starts_with(kPrefix)
        && std::all_of(name.begin() + kPrefix.size(), name.end(),
                       [](unsigned char c) { return std::isdigit(c) != 0; });
}

// The latest in the folder; empty where there is none.
fs::path latestIn(const fs::path& folder)
{
    fs::path latest;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const fs::path& path = entry->path();
        if (isStepName(path.filename().string()) && isCheckpoint(path)
            && (latest.empty() || latest.filename() < path.filename()))
            latest = path;
    }
    return latest;
}

} // namespace

plan::Result<fs::path> findCheckpoint(const fs::path& wanted)
{
    std::error_code error;
    const fs::path folder = fs::absolute(wanted, error).lexically_normal();
    if (error || !fs::is_directory(folder, error))
        return plan::Error{
            wanted.string()
            + ": is not a folder; name a checkpoint, or the folder of a run that wrote one"};
    if (isCheckpoint(folder))
        return folder;
    for (const fs::path& place : {folder, folder / "checkpoints"}) {
        if (fs::path latest = latestIn(place); !latest.empty())
            return latest;
    }
    return plan::Error{wanted.string()
                       + ": holds no checkpoint; name a folder with checkpoint.json "
                         "in it, or the folder of a run that wrote one"};
}

plan::Result<int> stepsDone(const fs::path& checkpoint)
{
    const std::string file = (checkpoint / "checkpoint.json").string();
    const auto text = strategy::readTextFile(file, strategy::kMaxJsonBytes);
    if (!text)
        return plan::Error{file + ": " + text.error().message};
    const auto step = strategy::naturalInText(*text, "step", INT_MAX);
    if (!step)
        return plan::Error{file + ": " + step.error().message
                           + ", so the checkpoint is damaged; name an older one"};
    if (!*step)
        return plan::Error{file
                           + ": does not say how many steps were done, so the checkpoint is "
                             "damaged; name an older one"};
    return static_cast<int>(**step);
}

} // namespace launch
