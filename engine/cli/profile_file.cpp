#include "engine/cli/profile_file.h"

#include "engine/cli/arguments.h"
#include "engine/cli/report_units.h"
#include "engine/plan/printable.h"
#include "engine/strategy/estimate/fitted_runs.h"
#include "engine/strategy/file.h"
#include "engine/strategy/hardware.h"
#include "engine/strategy/problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <utility>

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

// Of the runs of one profile, or of one stack.
struct Share {
    std::vector<std::string> families;
    int runs = 0;
    double meanError = 0;
    double worstError = 0;

    void add(const std::string& family, double error)
    {
        if (std::find(families.begin(), families.end(), family) == families.end())
            families.push_back(family);
        ++runs;
        meanError += (std::abs(error) - meanError) / runs;
        if (std::abs(error) > std::abs(worstError))
            worstError = error;
    }
    std::string source() const { return fmt::format("{}", fmt::join(families, ", ")); }
};

class ProfileWriter {
public:
    ProfileWriter(const std::vector<strategy::RunAccuracy>& accuracies,
                  const strategy::RunsToFit& runs, const plan::FittedEfficiencies& fit,
                  fs::path folder)
        : m_accuracies(accuracies)
        , m_fit(fit)
        , m_folder(std::move(folder))
    {
        for (const auto& [name, number] : runs.profiles)
            m_profiles[number].name = name;
        for (const strategy::FittedRun& run : runs.runs) {
            const plan::MeasuredRun& measured = run.measured;
            const double error
                = plan::predictedSeconds(measured, fit.of(measured.device, measured.stack))
                    / measured.seconds
                - 1;
            const std::string& family = accuracies[run.index].run->family;
            m_profiles[measured.device].share.add(family, error);
            m_stacks[measured.stack].add(family, error);
            m_all.add(family, error);
        }
    }

    // The exit code.
    int write() const
    {
        int code = 0;
        for (const auto& [number, kind] : m_profiles)
            code = std::max(code, writeProfile(number, kind));
        // Runs of a single stack have its part in their profile.
        if (m_stacks.size() == 1)
            return code;
        strategy::Profile common = profileOf(std::string(strategy::kCommonProfile), m_all);
        common.efficiency = m_fit.of(-1, -1);
        code = std::max(code, replace(m_folder / (common.name + ".yaml"), common));
        for (const auto& [number, share] : m_stacks)
            code = std::max(code, writeStack(number, share));
        return std::max(code, writeLeftOut());
    }

private:
    struct Kind {
        std::string name;
        Share share;
    };

    static strategy::Profile profileOf(const std::string& name, const Share& share)
    {
        return {.name = name,
                .source = share.source(),
                .runs = share.runs,
                .meanError = share.meanError,
                .worstError = share.worstError};
    }

    int writeProfile(int number, const Kind& kind) const
    {
        // Machines without a profile of their own have nothing to be fitted for.
        if (kind.name.empty())
            return 0;
        if (!isFileName(kind.name)) {
            complain(
                fmt::format("cluster.profile: '{}' is not a name for a file, so the {} runs of it "
                            "are fitted to nothing; use letters, digits, '-', '_' and '.'",
                            strategy::shown(kind.name), kind.share.runs));
            return kBadInput;
        }
        strategy::Profile profile = profileOf(kind.name, kind.share);
        const bool alone = m_stacks.size() == 1;
        const int stack = alone ? m_stacks.begin()->first : -1;
        profile.efficiency = m_fit.of(number, stack);
        if (alone) {
            profile.framework = wordOf(static_cast<strategy::Framework>(stack));
            addInterval(profile);
        }
        return replace(m_folder / (kind.name + ".yaml"), profile);
    }

    // Of the runs that were left out, where they were.
    void addInterval(strategy::Profile& profile) const
    {
        const auto left = strategy::leftOutOf(m_accuracies);
        if (left.size() < 3)
            return;
        const strategy::Interval interval
            = strategy::intervalOf(left, profile.name, profile.framework, 1);
        profile.intervalLow = interval.low;
        profile.intervalHigh = interval.high;
    }

    int replace(const fs::path& path, const strategy::Profile& profile) const
    {
        const std::string text = strategy::writeProfile(profile);
        // Read back before it replaces a file that could be read.
        if (const auto back = strategy::readProfile(profile.name, text); !back) {
            complain(path.string() + ": would not be read again: " + back.error().message);
            return 1;
        }
        const int code = put(path, text);
        if (code == 0)
            fmt::print(stderr, "{}: {} runs, mean {:.2f} %, worst {:+.2f} %\n",
                       plan::printable(path.string()), profile.runs, 100 * profile.meanError,
                       100 * profile.worstError);
        return code;
    }

    int writeStack(int number, const Share& share) const
    {
        strategy::SoftwareStack stack{.name = wordOf(static_cast<strategy::Framework>(number)),
                                      .source = share.source(),
                                      .runs = share.runs};
        for (std::size_t term = 0; term < plan::kFitTermCount; ++term)
            stack.factors[term] = std::exp(m_fit.stacks.at(number)[term]);
        const fs::path folder = m_folder / "stacks";
        std::error_code ignored; // the file says it
        fs::create_directories(folder, ignored);
        return put(folder / (stack.name + ".yaml"), strategy::writeSoftwareStack(stack));
    }

    int writeLeftOut() const
    {
        const auto runs = strategy::leftOutOf(m_accuracies);
        if (runs.empty())
            return 0;
        std::string text = "device,profile,framework,devices,parameters,family,error\n";
        for (const strategy::LeftOutRun& run : runs)
            text += fmt::format("{},{},{},{},{:.3e},{},{:.4f}\n", csvCell(run.device),
                                csvCell(run.profile), run.framework, run.devices, run.parameters,
                                csvCell(run.family), run.error);
        return put(m_folder / "left_out.csv", text);
    }

    static int put(const fs::path& path, const std::string& text)
    {
        if (const auto written = strategy::replaceFile(path.string(), text); !written) {
            complain(path.string() + ": " + written.error().message);
            return 1;
        }
        return 0;
    }

    const std::vector<strategy::RunAccuracy>& m_accuracies;
    const plan::FittedEfficiencies& m_fit;
    fs::path m_folder;
    std::map<int, Kind> m_profiles; // by their numbers
    std::map<int, Share> m_stacks;
    Share m_all;
};

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
    const strategy::RunsToFit runs = strategy::runsToFit(accuracies);
    if (runs.runs.empty()) {
        complain("there is no run with a step time to fit to");
        return kBadInput;
    }
    const plan::FittedEfficiencies fit = strategy::fitTo(runs);
    std::error_code ignored; // the first file says it
    fs::create_directories(folder, ignored);
    const ProfileWriter writer{accuracies, runs, fit, folder};
    fmt::print(stderr, "{} terms fitted to {} runs\n", strategy::fittedTerms(fit),
               runs.runs.size());
    return writer.write();
}

} // namespace cli
