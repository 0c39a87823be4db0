// What a run trains on: samples of tokens by number, the same for every layout.

#pragma once

#include "engine/plan/result.h"
#include "engine/runtime/host_communicator.h"
#include "engine/runtime/training/dims.h"
#include "engine/strategy/strategy.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace training {

class Samples {
public:
    virtual ~Samples() = default;

    // Fills `tokens` with sample `number` (>= 0) and, as its last, the token that follows.
    virtual plan::Outcome read(std::int64_t number, std::span<int> tokens) = 0;

    // The same where the samples are the same; of a long text not all bytes are looked at.
    struct Identity {
        std::int64_t bytes = 0; // of the text
        std::uint64_t sum = 0;

        bool operator==(const Identity&) const = default;
    };
    virtual plan::Result<Identity> identity() = 0;
};

// A task that can be learnt in a few hundred steps and needs no file: each token follows from
// the one before by a fixed permutation, but one in ten, by chance, is any. A model that has
// learnt it has a loss of 0.1 ln(vocab) + 0.325 nats, less a little, where it began with ln(vocab).
std::unique_ptr<Samples> permutationTask(int vocab, int seed);

// The bytes of a file, which must not change while the run goes on. Samples begin at places
// drawn from the seed. Fails where the file cannot be read, is shorter than a sample, or has
// more values than the vocabulary; read() fails where it has gone or become shorter.
plan::Result<std::unique_ptr<Samples>> textSamples(const std::string& file, int vocab, int sequence,
                                                   int seed);

// What the strategy names, or the built-in task.
plan::Result<std::unique_ptr<Samples>> samplesOf(const strategy::Strategy& strategy);

// Every rank opens the text for itself, perhaps on a machine of its own. All ranks call it;
// fails on all, with the same sentence, where one cannot read its text or it differs from that
// of rank 0.
plan::Outcome agreeOnSamples(Samples& samples, engine::HostCommunicator& world);

} // namespace training
