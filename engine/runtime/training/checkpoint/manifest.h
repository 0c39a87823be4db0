// checkpoint.json: what a checkpoint is of, and the sums of its two other files.
//
//   {"bubblescope_checkpoint": 1, "step", "samples", "updates" (may be missing), "seed",
//    "strategy": text of the strategy that wrote it, "model": {"layers", "hidden", …},
//    "files": {"model.safetensors": {"header_crc32c", "tensors": {NAME: CRC-32C}},
//              "optimizer.safetensors": …},
//    "crc32c": of all before it}
//
// The last is the CRC-32C of the object without it, written without spaces and with the keys
// in order; so the file may be laid out anew, and nothing else of it changes unseen.

#pragma once

#include "engine/plan/result.h"
#include "engine/runtime/training/checkpoint/slices.h"
#include "engine/strategy/strategy.h"
#include "engine/strategy/strict_json.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace training {

struct CheckpointInfo {
    std::int64_t step = 0;    // steps done; >= 0
    std::int64_t samples = 0; // seen by all replicas; >= 0
    std::int64_t seed = 0;    // >= 0
    std::string strategy;     // text of the strategy that wrote it, UTF-8
    strategy::Model model;
    // Of the weights, at most `step`: steps that were skipped are none. A checkpoint that does
    // not say has as many as steps.
    std::optional<std::int64_t> updates{};
};

inline constexpr const char* kManifestFile = "checkpoint.json";
inline constexpr std::size_t kMaxManifestBytes = strategy::kMaxJsonBytes;

// The files of tensors, and which of them holds a part under which name.
inline constexpr std::array<const char*, 2> kTensorFiles{"model.safetensors",
                                                         "optimizer.safetensors"};
std::size_t fileOf(StatePart part); // index into kTensorFiles
std::string storedName(StatePart part,
                       const std::string& name); // NAME, NAME.exp_avg, NAME.exp_avg_sq

struct FileSums {
    std::uint32_t header = 0;                     // CRC-32C of the bytes before the data
    std::map<std::string, std::uint32_t> tensors; // CRC-32C of each one's bytes, by stored name
};

struct Manifest {
    CheckpointInfo info;
    std::array<FileSums, kTensorFiles.size()> files;
};

std::string manifestText(const Manifest& manifest);

// The errors lack the file.
plan::Result<Manifest> parseManifest(std::string_view text);

// What of `stored` keeps its weights from being those of `wanted`: "has hidden 768 in the
// checkpoint, and the strategy needs 1024". The length of a sample may differ where the
// positions are no weights.
plan::Outcome checkSameModel(const strategy::Model& stored, const strategy::Model& wanted);

} // namespace training
