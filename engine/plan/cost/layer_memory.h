// What one layer keeps of a microbatch from its forward to its backward, on one device, and
// what it needs only while it runs. Bytes.
//
// With dropout, learned positions, an inner width of 4 * hidden and scores that are written,
// this is table 2 of arXiv 2205.05198: s b h (34 + 5 a s / h) without any parallelism,
// s b h (10 + 24/t + 5 a s / (h t)) cut over t tensor ranks, s b h / t (34 + 5 a s / h) with
// sequence parallelism.

#pragma once

#include "engine/plan/cost/job.h"

namespace plan {

// Of one microbatch. Adding up layers adds what they keep; they run one after the other, so that of
// `running` the largest counts.
struct LayerMemory {
    double kept = 0;       // from the forward to the backward
    double core = 0;       // the part of it that the attention without its matrices keeps
    double input = 0;      // the part that is the layer's input: what full recomputation keeps
    double ops = 0;        // what is left of it where ops are computed again
    double light = 0;      // what is left of it where only what is cheap is
    double running = 0;    // beside that, while its backward runs: the gradients of what it kept
    double forWeights = 0; // of what is kept, what the weight gradient alone still needs

    LayerMemory& operator+=(const LayerMemory& other)
    {
        kept += other.kept;
        core += other.core;
        input += other.input;
        ops += other.ops;
        light += other.light;
        running = running > other.running ? running : other.running;
        forWeights += other.forWeights;
        return *this;
    }
};

// Works out the parts of one job's model.
class LayerMemories {
public:
    // The job must outlive it.
    explicit LayerMemories(const Job& job);

    LayerMemory layer(bool withExperts) const;
    LayerMemory embedding() const; // dropout's mask alone: token numbers are next to nothing
    LayerMemory loss() const;      // with the final norm

private:
    // Bytes that a part keeps.
    double attention() const;
    double core() const;
    double block(double rows, double inner) const; // `inner`: width on this device
    double experts() const;
    double light(bool withExperts) const;

    const Job& m_job;
    double m_rows;  // tokens that a product sees
    double m_shard; // tokens between products, fewer under sequence parallelism
    double m_bytes; // of one number of an activation
};

} // namespace plan
