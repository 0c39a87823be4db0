#include "engine/cli/profile_file.h"

#include "engine/cli/arguments.h"
#include "engine/plan/printable.h"
#include "engine/strategy/file.h"
#include "engine/strategy/hardware.h"
#include "engine/strategy/problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxProfile = 64u << 10; // bytes
constexpr std::size_t kMaxName = 64;

// A recorded strategy may call its profile anything: no path, and nothing hidden.
bool isFileName(std::string_view name)
{
    const auto isPlain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || c == '-' || c == '_' || c == '.';
    };
    return !name.empty() && name.size() <= kMaxName && name.front() != '.'
        && std::all_of(name.begin(), name.end(), isPlain);
}

strategy::Profile fitted(const strategy::ProfileRuns& runs)
{
    const plan::FitResult fit = plan::fitEfficiency(runs.measured);
    std::vector<std::string> families;
    for (const strategy::PublishedRun* run : runs.runs)
        if (std::find(families.begin(), families.end(), run->family) == families.end())
            families.push_back(run->family);
    return {.name = runs.profile,
            .source = fmt::format("{}", fmt::join(families, ", ")),
            .runs = static_cast<int>(runs.runs.size()),
            .meanError = fit.meanError,
            .worstError = fit.worstError,
            .efficiency = fit.efficiency};
}

plan::Outcome write(const fs::path& path, const strategy::Profile& profile)
{
    const std::string text = strategy::writeProfile(profile);
    // Read back before it replaces a file that could be read.
    if (const auto back = strategy::readProfile(profile.name, text); !back)
        return plan::Error{"would not be read again: " + back.error().message};
    return strategy::replaceFile(path.string(), text);
}

} // namespace

std::optional<strategy::Profile> loadProfile(const std::string& file)
{
    const auto text = strategy::readTextFile(file, kMaxProfile);
    if (!text) {
        complain(file + ": " + text.error().message);
        return std::nullopt;
    }
    const fs::path path(file);
    auto profile = strategy::readProfile(path.stem().string(), *text);
    if (!profile) {
        // Which calls the file NAME.yaml, as `accuracy --fit` does.
        const std::string called = path.stem().string() + ".yaml";
        complain(file + profile.error().message.substr(called.size()));
        return std::nullopt;
    }
    return *std::move(profile);
}

bool useProfile(const std::string& file, strategy::Strategy& strategy)
{
    if (file.empty())
        return true;
    auto profile = loadProfile(file);
    if (!profile)
        return false;
    const std::string own = strategy::profileNameOf(strategy.cluster);
    if (!own.empty() && own != profile->name)
        complain(
            fmt::format("warning: {}: is used for the device '{}', whose own profile is called "
                        "'{}'; its peaks and links stay those of that device",
                        file, strategy.cluster.device, own));
    strategy.cluster.fitted = *std::move(profile);
    return true;
}

int fitProfiles(const std::vector<strategy::RunAccuracy>& accuracies, const std::string& folder)
{
    const auto kinds = strategy::runsByProfile(accuracies);
    std::error_code ignored; // the first file says it
    fs::create_directories(folder, ignored);
    int code = 0;
    for (const strategy::ProfileRuns& runs : kinds) {
        // Machines without a profile of their own have nothing to be fitted for.
        if (runs.profile.empty())
            continue;
        if (!isFileName(runs.profile)) {
            complain(
                fmt::format("cluster.profile: '{}' is not a name for a file, so the {} runs of it "
                            "are fitted to nothing; use letters, digits, '-', '_' and '.'",
                            strategy::shown(runs.profile), runs.runs.size()));
            code = 2;
            continue;
        }
        const strategy::Profile profile = fitted(runs);
        const fs::path path = fs::path(folder) / (runs.profile + ".yaml");
        if (const auto written = write(path, profile); !written) {
            complain(path.string() + ": " + written.error().message);
            return 1;
        }
        fmt::print(stderr, "{}: {} runs, mean {:.2f} %, worst {:+.2f} %\n",
                   plan::printable(path.string()), profile.runs, 100 * profile.meanError,
                   100 * profile.worstError);
    }
    return code;
}

} // namespace cli
