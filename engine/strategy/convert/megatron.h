// Megatron's vocabulary, which the formats of its family share: keys with their meaning and
// their defaults. A format names its keys as Megatron-LM's code does
// ("tensor_model_parallel_size") before it calls these. Internal to this folder.

#pragma once

#include "engine/strategy/convert/exporting.h"
#include "engine/strategy/convert/importing.h"

namespace strategy {

// Where the members of the family differ.
struct MegatronDialect {
    // Flags and defaults of the command line (swiglu, disable_bias_linear) instead of the
    // fields of its configuration classes (gated_linear_unit, add_bias_linear).
    bool commandLine = true;
    // A virtual pipeline is given in layers per chunk, not in chunks per rank.
    bool layersPerChunk = true;
    bool wideGradients = true; // bf16 reduces gradients in fp32 without being told
    // How an uneven division is written: MindSpeed has a list for ranks of one stage, and
    // layers that do nothing otherwise.
    enum class Uneven { Layout, Noops, FirstAndLast };
    Uneven uneven = Uneven::Layout;
    bool isMindSpeed = false; // its names for what Megatron-LM has under others
    Framework framework = Framework::Megatron;
    // With chunks, messages of the pipeline run beside computing without being told.
    bool overlapsTransfers = true;
    std::string_view graphs = "cuda_graph_impl"; // switches on recorded graphs; empty: no key does
};

// What fp8_recipe means; nothing for one that is not known.
std::optional<Scaling> megatronScaling(std::string_view recipe);
inline constexpr std::string_view kMxfp8Sentence
    = "has a scale for 32 numbers; taken as blocks of 128";

// What may be recomputed, and how, in Megatron and in what passes its arguments on.
inline constexpr std::string_view kMegatronGranularities[] = {"full", "selective"};
inline constexpr std::string_view kMegatronMethods[] = {"uniform", "block"};

// Everything the keys say, into importing.strategy.
void importMegatron(Importing& importing, const MegatronDialect& dialect);

// Whether some layers are no attention and MLP, which is a problem of the key that says so then.
bool refuseMegatronOtherLayers(Importing& importing);

// A pattern of pairs that was not refused: the layers that they make. Behind num_layers.
void importMegatronPattern(Importing& importing);

// Its parts, in the order they need each other.
void importMegatronModel(Importing& importing, const MegatronDialect& dialect);
void importMegatronExperts(Importing& importing, const MegatronDialect& dialect);
void importMegatronSizes(Importing& importing, const MegatronDialect& dialect);
void importMegatronStages(Importing& importing, const MegatronDialect& dialect);
void importMegatronRun(Importing& importing, const MegatronDialect& dialect);
void importMegatronPrecision(Importing& importing, const MegatronDialect& dialect);
void importMegatronOverlap(Importing& importing, const MegatronDialect& dialect);
void importMegatronKernels(Importing& importing, const MegatronDialect& dialect);
void importMegatronTraining(Importing& importing, const MegatronDialect& dialect);

// The keys of a strategy, in the dialect; devices as nproc_per_node and nnodes.
void exportMegatron(Exporting& exporting, const MegatronDialect& dialect);
void exportMegatronWorld(Exporting& exporting);
void exportMegatronModel(Exporting& exporting, const MegatronDialect& dialect);
void exportMegatronStages(Exporting& exporting, const MegatronDialect& dialect);
void exportMegatronRun(Exporting& exporting, const MegatronDialect& dialect);
void exportMegatronTraining(Exporting& exporting, const MegatronDialect& dialect);

// "16,17,16,15", or a list, of numbers from 0 to kMaxLayers; nothing where the file lacks it, or
// has something else there, which is a problem then.
std::optional<std::vector<int>> layerNumbers(Importing& importing, std::string_view key);

// Replicas taken where a file does not say how many devices there are: as few as the experts
// divide over.
int fewestReplicas(const Parallel& parallel);

// Which layers have experts: "2" is every second, "([0]*3+[1]*58)" says it layer by layer, in
// lists of 0 and 1, + and *. Nothing where it is neither, or longer than kMaxLayers.
std::optional<std::vector<bool>> expertLayersOf(std::string_view frequency, int layers);

// The first of the keys that the file has; empty if none.
std::string_view firstOf(const Importing& importing, std::initializer_list<std::string_view> keys);

// Whether a flag is there and not false. False too where it is neither, a problem then.
bool isSet(Importing& importing, std::string_view key);
bool isAnySet(Importing& importing, std::initializer_list<std::string_view> keys);

} // namespace strategy
