// The header of a safetensors file, as other tools read and write it:
//
//   file   = length header data        length: 8 bytes, little-endian, of header
//   header = JSON, padded with spaces to a multiple of 8
//   JSON   = {"__metadata__": {string: string}, NAME: {"dtype": "F32", "shape": [rows, columns],
//             "data_offsets": [first, end]}, …}         offsets: bytes within data, end exclusive
//
// Values are little-endian, row after row. The tensors fill the data without gap or overlap.

#pragma once

#include "engine/plan/result.h"
#include "engine/runtime/training/matrix.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace training {

inline constexpr std::uint64_t kMaxHeaderBytes = 64u << 20;
inline constexpr std::uint64_t kMaxTensorElements = std::uint64_t{1} << 40;
inline constexpr std::size_t kMaxTensorName = 512; // bytes

struct StoredTensor {
    std::string name;
    Type type = Type::F32;
    std::vector<std::int64_t> shape; // empty: a single value
    std::uint64_t first = 0;         // bytes within the data
    std::uint64_t end = 0;           // exclusive

    std::uint64_t bytes() const { return end - first; }
    bool operator==(const StoredTensor&) const = default;
};

struct SafetensorsHeader {
    std::vector<StoredTensor> tensors; // as they lie in the file
    std::map<std::string, std::string> metadata;
    std::uint64_t dataStart = 0; // in the file
};

// One line that can be printed, not too long and not "__metadata__".
bool isTensorName(std::string_view name);

// Bytes of a file before its data, from its first eight. The errors of this and the next
// name the tensor and lack the file.
plan::Result<std::uint64_t> safetensorsDataStart(std::string_view firstEight,
                                                 std::uint64_t fileBytes);

// `start` is the file up to its data. Refused: whatever the format above does not allow,
// types other than F32 and BF16, data that is longer or shorter than the tensors.
plan::Result<SafetensorsHeader> parseSafetensors(std::string_view start, std::uint64_t fileBytes);

// The bytes of the file before the data, for F32 tensors of these names and shapes one after
// the other; sets their offsets. Precondition: names are isTensorName() and unique.
std::string safetensorsStart(std::vector<StoredTensor>& tensors);

} // namespace training
