// The fastest strategies for a model.

#include "engine/cli/command_options.h"
#include "engine/cli/commands.h"
#include "engine/cli/interrupt.h"
#include "engine/cli/output.h"
#include "engine/cli/search_report.h"
#include "engine/cli/strategy_input.h"
#include "engine/options/values.h"
#include "engine/strategy/yaml.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <thread>
#include <unistd.h>

namespace cli {
namespace {

// As they were typed, empty where absent.
struct SearchFlags {
    std::string file;
    std::string devices; // one or more numbers, with commas between
    std::string top;
    std::string threads;
    std::string tokensPerSecond;
    std::string save;              // a folder
    std::vector<std::string> keep; // "tensor", "schedule": what the search may not change
    std::string profile;           // as ModelFile's
    std::string format;
    std::string out;
};

constexpr int kMaxTop = 1000;

struct Kept {
    std::string_view word;
    bool strategy::FreeFields::*field;
};
constexpr Kept kKept[] = {
    {"tensor", &strategy::FreeFields::tensor},     {"context", &strategy::FreeFields::context},
    {"pipeline", &strategy::FreeFields::pipeline}, {"expert", &strategy::FreeFields::expert},
    {"micro", &strategy::FreeFields::micro},       {"zero", &strategy::FreeFields::zero},
    {"sequence", &strategy::FreeFields::sequence}, {"recompute", &strategy::FreeFields::recompute},
    {"schedule", &strategy::FreeFields::schedule}, {"layers", &strategy::FreeFields::layers}};

void keepFields(const std::vector<std::string>& words, strategy::FreeFields& free,
                FlagReader& reader)
{
    for (const std::string& word : words) {
        const auto kept = std::find_if(std::begin(kKept), std::end(kKept),
                                       [&](const Kept& one) { return one.word == word; });
        if (kept == std::end(kKept))
            reader.fail("--keep takes tensor, context, pipeline, expert, micro, zero, sequence, "
                        "recompute, schedule or layers, not '"
                        + strategy::shown(word) + '\'');
        else
            free.*(kept->field) = false;
    }
}

std::optional<strategy::SearchAsked> askedBy(const SearchFlags& flags)
{
    FlagReader reader;
    strategy::SearchAsked asked;
    if (!flags.devices.empty())
        for (const std::string& word : splitAtCommas(flags.devices)) {
            const auto count = positiveInteger("--devices", word);
            if (count)
                asked.devices.push_back(*count);
            else
                reader.fail(count.error().message);
        }
    const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    const int top = reader.value("--top", flags.top, 10, positiveInteger);
    if (top > kMaxTop)
        reader.fail(fmt::format("--top must be at most {}, not {}", kMaxTop, top));
    asked.top = static_cast<std::size_t>(top);
    asked.threads = reader.value("--threads", flags.threads,
                                 std::min(strategy::kMaxSearchThreads, cores), positiveInteger);
    if (asked.threads > strategy::kMaxSearchThreads)
        reader.fail(fmt::format("--threads must be at most {}, not {}", strategy::kMaxSearchThreads,
                                asked.threads));
    asked.tokensPerSecond
        = reader.value("--target-tokens-per-second", flags.tokensPerSecond, 0.0, throughput);
    keepFields(flags.keep, asked.free, reader);
    if (!reader.good())
        return std::nullopt;
    return asked;
}

void showProgress(const strategy::SearchProgress& progress)
{
    fmt::print(stderr, "\rsearching: {} configurations, {} of {} simulated, {:3.0f} %{}\033[K",
               progress.looked, progress.simulated, progress.shortlist, 100 * progress.share,
               progress.bestSeconds > 0 ? fmt::format(", best {:.4g} s", progress.bestSeconds)
                                        : "");
}

std::filesystem::path resultFile(const std::string& folder, std::size_t number)
{
    return std::filesystem::path(folder) / fmt::format("{:03}.yaml", number);
}

// The results of an earlier search are not replaced, and not mixed with those of another.
bool isFree(const std::string& folder)
{
    std::error_code error;
    for (std::size_t number = 1; number <= kMaxTop; ++number)
        if (std::filesystem::exists(resultFile(folder, number), error)) {
            complain("--save: " + resultFile(folder, number).string()
                     + " is there already; give a folder without results");
            return false;
        }
    return true;
}

int saveAll(const std::string& folder, const strategy::SearchResult& result)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    for (std::size_t i = 0; i < result.found.size(); ++i) {
        const auto path = resultFile(folder, i + 1);
        const auto saved = strategy::saveStrategyFile(path.string(), result.found[i].strategy);
        if (!saved) {
            complain(path.string() + ": " + saved.error().message);
            return 1;
        }
    }
    return 0;
}

int printSearch(const SearchFlags& flags)
{
    auto asked = askedBy(flags);
    const auto strategy = loadStrategy(flags.file, flags.profile);
    if (!asked || !strategy || (!flags.save.empty() && !isFree(flags.save)))
        return kBadInput;
    // Costs are of one schedule's stages; a search compares others, which must all be costed by the
    // model.
    sayCostsAreNotTaken(flags.file, *strategy);
    const bool watched = isatty(STDERR_FILENO) == 1;
    const InterruptNoted interrupt;
    asked->stop = [&interrupt] { return interrupt.interrupted(); };
    if (watched)
        asked->progress = showProgress;
    const auto result = strategy::search(*strategy, *asked);
    if (watched)
        fmt::print(stderr, "\r\033[K");
    if (!result) {
        complain(flags.file + ": " + result.error().message);
        return kBadInput;
    }
    if (result->stopped)
        complain("the search was stopped; this is the best so far");
    const int delivered = deliver(flags.format == "json"      ? searchJson(*result)
                                      : flags.format == "csv" ? searchCsv(*result)
                                                              : searchTable(*result),
                                  flags.out);
    if (delivered != 0)
        return delivered;
    if (!flags.save.empty())
        return saveAll(flags.save, *result);
    return 0;
}

} // namespace

void addSearchCommand(Commands& commands)
{
    const auto flags = std::make_shared<SearchFlags>();
    CLI::App& command
        = addCommand(commands, "search",
                     "finds the fastest parallel configurations of a model that fit into memory",
                     flags, printSearch);
    options::addText(command, "file", "FILE", flags->file, "strategy file with a model")
        ->required();
    options::addText(command, "--devices", "N,...", flags->devices,
                     "numbers of devices, searched together (default: the strategy's)");
    addProfile(command, flags->profile);
    options::addText(command, "--top", "N", flags->top,
                     "number of results, in addition to those on the Pareto front (default: 10)");
    options::addText(command, "--threads", "N", flags->threads,
                     "number of threads (default: one per core)");
    options::addText(command, "--target-tokens-per-second", "X", flags->tokensPerSecond,
                     "omits results with a lower throughput");
    command
        .add_option("--keep", flags->keep,
                    "keeps the value in the file: tensor, context, pipeline, expert, micro, zero, "
                    "sequence, recompute, schedule or layers; repeatable")
        ->type_name("WHAT")
        ->take_all();
    options::addText(command, "--save", "FOLDER", flags->save,
                     "writes the results to this folder as strategy files");
    options::addWord(command, "--format", flags->format, {"table", "json", "csv"});
    addOutput(command, flags->out);
}

} // namespace cli
