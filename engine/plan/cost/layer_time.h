// How long the parts of one layer take on one device, for one microbatch: its products, what
// stands between them, and the collectives of the groups that share it.
//
// Tensor parallelism as in Megatron-LM (arXiv 1909.08053, section 3), sequence parallelism as
// in arXiv 2205.05198, section 4.2; context parallelism as a ring (arXiv 2310.01889) or by
// all-to-all (arXiv 2309.14509).

#pragma once

#include "engine/plan/cost/collective_time.h"
#include "engine/plan/cost/kernel_time.h"

namespace plan {

// Seconds of one part of a layer.
// The step takes their sum. They are kept apart as a report shows collectives on a line of their
// own.
struct PartTime {
    double busy = 0;     // kernels compute or move memory
    double exposed = 0;  // a collective runs and nothing hides it
    double launches = 0; // kernels that the host queues for it, those of tensor and context ranks'
                         // collectives included

    double total() const { return busy + exposed; }
    PartTime& operator+=(const PartTime& other)
    {
        busy += other.busy;
        exposed += other.exposed;
        launches += other.launches;
        return *this;
    }
    PartTime operator*(double times) const
    {
        return {busy * times, exposed * times, launches * times};
    }
};

// The three parts of a layer's work, and the pieces of the forward that recomputation may repeat.
struct LayerTime {
    PartTime forward;
    PartTime inputGrad; // without what is computed again
    PartTime weightGrad;
    // Pieces of the forward, contained in it.
    PartTime core;       // the attention without its matrices: what selective recomputation repeats
    double products = 0; // multiplications by weights
    double light = 0;    // what is cheap to compute again: norms, activation functions, and latent
                         // attention's up-projections

    LayerTime& operator+=(const LayerTime& other)
    {
        forward += other.forward;
        inputGrad += other.inputGrad;
        weightGrad += other.weightGrad;
        core += other.core;
        products += other.products;
        light += other.light;
        return *this;
    }
};

// Works out the parts of one job's model. Cheap to make; each call goes through the layer's kernels
// anew, so whoever asks often keeps the results (LayerCosts of step_costs.h).
class LayerTimes {
public:
    // The job must outlive it.
    explicit LayerTimes(const Job& job);

    // Of one microbatch, with the collectives of its tensor, context and expert groups.
    LayerTime layer(bool withExperts) const;
    LayerTime embedding() const; // has no input gradient: nothing stands before it
    LayerTime loss() const;      // with the final norm
    LayerTime mtp() const;       // a prediction layer with its own loss

private:
    // Each adds one piece, forward and backward. Widths, numbers and bytes are those of one device.
    void addNorm(LayerTime& time, double width) const;
    void addProduct(LayerTime& time, const Product& forward) const;
    void addGather(LayerTime& time, double width) const;
    void addScatter(LayerTime& time, double width) const;
    void addResidual(LayerTime& time) const;
    // `eager`: as many times the traffic, and as many kernels, where nothing is fused.
    void addTraffic(LayerTime& time, double forwardBytes, double backwardBytes, double eager) const;
    void addQuantising(LayerTime& time, const Product& forward) const;
    void addActivation(LayerTime& time, double numbers) const;
    void addQueries(LayerTime& time) const;
    void addLatentQueries(LayerTime& time) const;
    void addAttention(LayerTime& time) const;
    void addCore(LayerTime& time) const;
    LayerTime flashCore() const;
    LayerTime unfusedCore() const;
    double attendedShare() const;
    void addContext(LayerTime& core) const;
    void addBlock(LayerTime& time, double inner) const; // `inner`: before it is cut
    double dispatchTime(double bytes) const;
    double addExperts(LayerTime& time) const; // the seconds of its collectives, each way

    const Job& m_job;
    RankGrid m_grid;
    KernelTime m_kernels;
    CollectiveTime m_collectives;
    Group m_tensor;
    double m_rows;   // tokens that a product sees
    double m_shard;  // tokens between products, fewer under sequence parallelism
    double m_bytes;  // of one number of an activation
    double m_beside; // exposed share of a tensor collective that runs beside a weight gradient
    double m_shown;  // exposed share of any other tensor collective
};

} // namespace plan
