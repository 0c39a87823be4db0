// Layers cut into stages, and Megatron's layout string for them.

#include "engine/cli/arguments.h"
#include "engine/cli/commands.h"

#include "engine/cli/command_options.h"
#include "engine/cli/json_writer.h"
#include "engine/cli/output.h"
#include "engine/options/values.h"
#include "engine/strategy/convert/megatron_layout.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace cli {
namespace {

// As they were typed, empty where absent.
struct LayersFlags {
    std::string ranks;
    std::string chunks;
    std::string placement;
    std::string layers;
    std::string perRank;
    std::string perStage;
    std::string layout; // Megatron's
    std::string onFirstRank;
    std::string onLastRank;
    bool countEmbedding = false;
    bool countLoss = false;
    std::string format;
    std::string out;
};

std::vector<int> counts(FlagReader& reader, const std::string& flag, const std::string& words)
{
    std::vector<int> numbers;
    for (const std::string& word : splitAtCommas(words))
        numbers.push_back(reader.value(flag, word, 0, positiveInteger));
    return numbers;
}

struct Division {
    plan::Shape shape;
    plan::Placement placement;
    plan::LayerSplit split;
};

plan::Result<plan::LayerSplit> divide(const LayersFlags& flags, const plan::Shape& shape,
                                      const plan::Placement& placement, FlagReader& reader)
{
    if (!flags.perRank.empty())
        return plan::splitByRank(counts(reader, "--per-rank", flags.perRank), shape, placement);
    if (!flags.perStage.empty())
        return plan::splitByStage(counts(reader, "--per-stage", flags.perStage), shape);
    plan::SplitOptions options;
    options.countEmbedding = flags.countEmbedding;
    options.countLoss = flags.countLoss;
    const auto some = [&](const char* flag, const std::string& word) {
        const int number = reader.value(flag, word, 0, positiveInteger);
        return word.empty() ? std::nullopt : std::optional(number);
    };
    options.onFirstRank = some("--on-first-rank", flags.onFirstRank);
    options.onLastRank = some("--on-last-rank", flags.onLastRank);
    const int layers = reader.value("--layers", flags.layers, 1, positiveInteger);
    return plan::splitLayers(layers, shape, placement, options);
}

// Everything wrong with the flags is told; then there is nothing.
std::optional<Division> division(const LayersFlags& flags)
{
    FlagReader reader;
    // Counted, because four ways exclude each other and only one sentence should say so.
    const int ways = !flags.layers.empty() + !flags.perRank.empty() + !flags.perStage.empty()
        + !flags.layout.empty();
    if (ways != 1)
        reader.fail("give one of --layers, --per-rank, --per-stage and --layout");
    plan::Shape shape{.ranks = reader.value("--ranks", flags.ranks, 1, positiveInteger),
                      .chunks = reader.value("--chunks", flags.chunks, 1, positiveInteger)};
    if (flags.ranks.empty())
        reader.fail("--ranks is missing");
    if (flags.layers.empty()
        && (flags.countEmbedding || flags.countLoss || !flags.onFirstRank.empty()
            || !flags.onLastRank.empty()))
        reader.fail("--on-first-rank, --on-last-rank, --count-embedding and --count-loss divide "
                    "--layers; leave them out");
    if (!flags.layout.empty() && !flags.chunks.empty())
        reader.fail("--chunks: the layout says how many there are; leave the flag out");
    if (const auto sound = plan::checkShape(shape); reader.good() && !sound)
        reader.fail(sound.error().message);
    if (!reader.good())
        return std::nullopt;

    auto split = plan::Result<plan::LayerSplit>(plan::LayerSplit{});
    if (!flags.layout.empty()) {
        split = strategy::parseLayoutText(flags.layout);
        const int stages = split ? static_cast<int>(split->stages.size()) : 0;
        if (split && stages % shape.ranks != 0)
            reader.fail(fmt::format("--layout: its {} stages are not divisible by {} ranks", stages,
                                    shape.ranks));
        else if (split)
            if (const auto fits = strategy::checkLayout(*split, shape.ranks, split->layers());
                !fits)
                // A warning: the division itself is sound, and other frameworks take it.
                complain("warning: Megatron-LM refuses this layout: " + fits.error().message);
        // The layout decides, so the flag was refused above.
        shape.chunks = std::max(1, stages / shape.ranks);
    }
    const auto placement = [&] {
        return flags.placement == "wave" ? plan::wavePlacement(shape)
                                         : plan::loopedPlacement(shape);
    };
    if (flags.layout.empty())
        split = divide(flags, shape, placement(), reader);
    if (!split)
        reader.fail((flags.layout.empty() ? "" : "--layout: ") + split.error().message);
    if (!reader.good())
        return std::nullopt;
    return Division{shape, placement(), *std::move(split)};
}

std::string table(const Division& division)
{
    const std::vector<long long> firsts = division.split.firstLayers();
    std::string text = fmt::format("{:>6}{:>6}{:>8}  {}\n", "stage", "rank", "layers", "which");
    for (int stage = 0; stage < division.shape.stages(); ++stage) {
        const plan::StageLayers& held = division.split.stages[static_cast<std::size_t>(stage)];
        const long long first = firsts[static_cast<std::size_t>(stage)];
        std::string which = held.embedding ? "embedding " : "";
        if (held.layers > 0)
            which += held.layers == 1 ? fmt::format("{} ", first)
                                      : fmt::format("{}-{} ", first, first + held.layers - 1);
        if (held.mtpLayers > 0)
            which += fmt::format("{} MTP ", held.mtpLayers);
        which += held.loss ? "loss" : "";
        text += fmt::format("{:>6}{:>6}{:>8}  {}", stage, division.placement.rankOf(stage, 0),
                            held.layers, which);
        text.erase(text.find_last_not_of(' ') + 1);
        text += '\n';
    }
    return text + "layout " + strategy::toLayoutText(division.split) + '\n';
}

std::string json(const Division& division)
{
    const std::vector<long long> firsts = division.split.firstLayers();
    nlohmann::ordered_json stages = nlohmann::ordered_json::array();
    for (int stage = 0; stage < division.shape.stages(); ++stage) {
        const plan::StageLayers& held = division.split.stages[static_cast<std::size_t>(stage)];
        stages.push_back({{"stage", stage},
                          {"rank", division.placement.rankOf(stage, 0)},
                          {"layers", held.layers},
                          {"mtp_layers", held.mtpLayers},
                          {"first_layer", firsts[static_cast<std::size_t>(stage)]},
                          {"embedding", held.embedding},
                          {"loss", held.loss}});
    }
    return textOf({{"ranks", division.shape.ranks},
                   {"chunks", division.shape.chunks},
                   {"layers", division.split.layers()},
                   {"layout", strategy::toLayoutText(division.split)},
                   {"stages", std::move(stages)}});
}

int printLayers(const LayersFlags& flags)
{
    const auto divided = division(flags);
    if (!divided)
        return kBadInput;
    return deliver(flags.format == "json" ? json(*divided) : table(*divided), flags.out);
}

} // namespace

void addLayersCommand(Commands& commands)
{
    const auto flags = std::make_shared<LayersFlags>();
    CLI::App& command = addCommand(
        commands, "layers",
        "divides the layers of a model into stages, as a table and as a Megatron layout", flags,
        printLayers);
    const auto add = [&](const char* name, std::string& word, const char* type, const char* about) {
        options::addText(command, name, type, word, about);
    };
    add("--ranks", flags->ranks, "N", "number of pipeline ranks");
    add("--chunks", flags->chunks, "N", "number of model chunks per rank");
    options::addWord(command, "--placement", flags->placement, {"looped", "wave"},
                     "how stages are assigned to ranks");
    add("--layers", flags->layers, "N", "number of layers, distributed evenly over the stages");
    add("--per-rank", flags->perRank, "N,...", "number of layers of each rank");
    add("--per-stage", flags->perStage, "N,...", "number of layers of each stage");
    add("--layout", flags->layout, "LAYOUT", "Megatron layout, such as 'E|(t|)*3,m|m||L'");
    add("--on-first-rank", flags->onFirstRank, "N", "number of layers of the first rank");
    add("--on-last-rank", flags->onLastRank, "N", "number of layers of the last rank");
    options::addFlag(command, "--count-embedding", flags->countEmbedding,
                     "counts the embedding as a layer");
    options::addFlag(command, "--count-loss", flags->countLoss, "counts the loss as a layer");
    options::addWord(command, "--format", flags->format, {"text", "json"});
    addOutput(command, flags->out);
}

} // namespace cli
