// A checkpoint on disk, read by a run of any layout.

#pragma once

#include "engine/plan/result.h"
#include "engine/runtime/training/checkpoint/manifest.h"
#include "engine/runtime/training/checkpoint/open_file.h"
#include "engine/runtime/training/checkpoint/safetensors.h"
#include "engine/runtime/training/checkpoint/slices.h"
#include "engine/runtime/training/checkpoint/tensor_stream.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace training {

// Holds its files open, so a run reads what it has checked even where the folder is replaced
// meanwhile.
class Checkpoint {
public:
    // Opens the folder of one step and checks all of it but the values: its three files, that
    // they belong together, that each is as long as it says. Values are checked when they are
    // read.
    static plan::Result<Checkpoint> open(const std::filesystem::path& folder);
    static plan::Result<Checkpoint> open(OpenFile folder);

    const CheckpointInfo& info() const { return m_manifest.info; }
    const std::string& path() const { return m_path; }
    const std::vector<WholeTensor>& tensors() const { return m_tensors; } // of the weights, by name
    std::uint32_t identity() const { return m_identity; } // differs between checkpoints

    // Fails unless all slices have their tensor here, of that size: "model.norm.weight is 768 in
    // the checkpoint, and the strategy needs 1024".
    plan::Outcome checkFits(const CheckpointSlices& wanted) const;

private:
    friend class CheckpointReader;

    struct File {
        OpenFile file;
        SafetensorsHeader header;
    };

    plan::Outcome readManifest(const OpenFile& folder);
    plan::Outcome readHeader(const OpenFile& folder, std::size_t i);
    // That its tensors are those of the manifest, and F32 vectors or matrices.
    plan::Outcome checkHeader(std::size_t i) const;
    // That every weight has its two moments, of its size, and that there are no others.
    plan::Outcome matchFiles();
    const WholeTensor* find(const std::string& name) const;

    std::string m_path;
    Manifest m_manifest;
    std::uint32_t m_identity = 0;
    std::array<File, kTensorFiles.size()> m_files;
    std::vector<WholeTensor> m_tensors;
};

// Fills slices step by step, so that ranks can meet in between. Every tensor they touch is read
// whole and its CRC compared, by every reader for itself: so no rank takes a value on another's
// word, and a tensor cut among t ranks is read t times, all but once from the page cache. On an
// error the slices hold anything.
class CheckpointReader {
public:
    // Checkpoint, slices and their store must outlive it. Precondition: checkFits().
    CheckpointReader(const Checkpoint& checkpoint, const CheckpointSlices& wanted);

    // The next part; false once all is read and has the right sums.
    plan::Result<bool> next();

private:
    struct Tensor {
        std::size_t file;
        const StoredTensor* stored;
        const WholeTensor* whole;
        std::vector<const TensorSlice*> wanted;
    };

    const Checkpoint* m_checkpoint;
    engine::Store* m_store;
    std::vector<Tensor> m_tensors; // in the order of the files
    std::size_t m_next = 0;
    std::optional<TensorReader> m_reader;
};

} // namespace training
