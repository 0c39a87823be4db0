// The GPUs of a machine that is made up, and what is wrong with them. A program that is started as
// a whole is told by its environment, with the words of `nvidia-smi` and of CUDA where there are
// any:
//
//   CUDA_VISIBLE_DEVICES      as for CUDA: numbers and UUIDs; what follows an unknown one is hidden
//   CUDA_MADE_UP_GPUS         "NAME,KIB,BUS,MODE;…": of every GPU of the machine what it is called,
//   how
//                             much memory it has, its number on the bus, and its compute mode; what
//                             is left out is as usual, and without it there are 8
//   CUDA_MADE_UP_KIB          memory of each that says nothing else
//   CUDA_MADE_UP_HELD_KIB     of which another process holds so much
//   CUDA_MADE_UP_DRIVER       the newest CUDA that the driver can run, as 12020; 0: there is none
//   CUDA_MADE_UP_START        error number of the first call
//   CUDA_MADE_UP_BUSY         GPU, among the visible, that cannot be had: another process holds it
//   CUDA_MADE_UP_FAULT        "RANK:WHAT@N": what befalls a rank of an MPI run; see Fault
//   NCCL_MADE_UP_VERSION      as 21705
//
// and, where libnvidia-ml.so.1 is the made-up one (tests/cuda/nvml), CUDA_MADE_UP_XID,
// "RANK:NUMBER", for what NVML reports.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fake {

struct Gpu {
    std::string name = "a GPU that is made up";
    std::size_t memory = 0; // bytes; 0: as the options of the devices say
    int bus = 0;
    int mode = 0;   // cudaComputeMode
    int number = 0; // of the machine
};

// Those that a process sees, in its order.
const std::vector<Gpu>& visibleGpus();
// "GPU-…", "MIG-…" of a part of one.
std::string uuidOf(const Gpu& gpu);

// A number of the environment, or that one.
long numberFrom(const char* variable, long otherwise);

// What befalls this process' rank, once: at its `at`-th call of a kind, from 1.
struct Fault {
    enum class Kind : std::uint8_t {
        None,
        Ecc,        // "ecc": a kernel, copy or fill meets memory that cannot be corrected
        Lost,       // "lost": the GPU cannot be reached any more
        Hang,       // "hang": it never ends
        Stuck,      // "stuck": the call that queues it never returns
        NcclHang,   // "nccl-hang": an operation of NCCL never begins
        NcclKill,   // "nccl-kill": the process is killed when it has one under way
        NcclRemote, // "nccl-remote": after one a remote error is reported
        NcclMake,   // "nccl-make": a communicator cannot be made
    };
    Kind kind = Kind::None;
    long at = 0;

    // Counts a call at which one of that kind could happen; whether it does now.
    bool comes(Kind here);

private:
    long m_calls[9] = {};
};

// This process'.
Fault& ownFault();

// Set in a process whose GPU was lost, for what else is made up there.
inline constexpr const char* kLostVariable = "CUDA_MADE_UP_LOST";

} // namespace fake
