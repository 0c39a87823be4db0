// What the work runs on: a device's peaks, the links between devices, and the share of the
// peaks that is reached.

#pragma once

namespace plan {

// Peaks of one device, as its maker states them, dense.
struct Device {
    double bf16Flops = 0; // FLOP per second; fp16 likewise
    double fp8Flops = 0;
    double fp32Flops = 0;
    int units = 0;       // that each compute one tile of a product at a time; 0: not known
    int generation = 0;  // of matrix units, by which kernels are written anew; 0: not known
    bool onHost = false; // it is the host: nothing is queued for it
    double memoryBytes = 0;
    double memorySpeed = 0;  // bytes per second
    double hostSpeed = 64e9; // to its host's memory, bytes per second and direction
    // Of the host's memory, one device's share, bytes per second.
    double hostMemorySpeed = 76.8e9;

    bool operator==(const Device&) const = default;
};

// The links of one device, level by level. Within a domain every device reaches every other over
// fast links (NVLink, HCCS): that is a node, or several where the links leave it, as in an NVL72.
// Out of it each device has a port of its own to the switch of its rail, and those meet in a spine.
struct Network {
    double nodeSpeed = 0;     // of one device within its domain, bytes per second and direction
    double fabricSpeed = 0;   // of one device out of its domain, likewise
    double nodeLatency = 0;   // of a message within the domain, in seconds
    double fabricLatency = 0; // likewise, out of it
    int devicesPerNode = 8;
    int devicesPerDomain = 0;    // at least those of a node; 0: as many
    int nodesPerSwitch = 0;      // on one rail; 0: one switch for all
    double oversubscription = 1; // of the spine: the fabric's speed there is divided by this

    int domain() const
    {
        return devicesPerDomain > devicesPerNode ? devicesPerDomain : devicesPerNode;
    }

    bool operator==(const Network&) const = default;
};

// What is reached of the peaks, on one kind of machine with its software. Shares are in
// (0, 1]. Stored by name in resources/hardware, fitted to measured runs (cost/fit.h).
struct Efficiency {
    double gemm = 0.8;          // of the peak, of a very large product in bf16 or fp16
    double gemmFp8 = 0.65;      // likewise in fp8
    double gemmHalf = 64;       // inner dimension at which a product reaches half of that share
    double memory = 0.75;       // of the memory's speed
    double flashForward = 0.55; // of the peak, in the fused attention kernel
    double flashBackward = 0.45;
    double kernel = 3e-6;      // overhead per kernel, in seconds
    double launch = 5e-5;      // of the host's, for one kernel it queues, in seconds
    double node = 0.8;         // of the bandwidth within a node, in collectives
    double transfer = 0.3;     // of the bandwidth within a node, by one message between two ranks
    double fabric = 0.75;      // of the bandwidth out of a node
    double tensorHidden = 0.5; // of a layer's collectives, hidden where they run beside a product

    bool operator==(const Efficiency&) const = default;
};

// All that the cost model knows of where a job runs.
struct Machine {
    Device device;
    Network network;
    Efficiency efficiency;
    double frameworkBytes = 0;    // of a device's memory, for the driver and its libraries
    double communicatorBytes = 0; // that a library of collectives takes for each group of ranks
    double fragmentation = 0;     // memory lost between blocks, as a share of what is allocated

    bool operator==(const Machine&) const = default;
};

} // namespace plan
