// What CUDA and NCCL read from a process's environment when they begin, and the engine relies on.

#pragma once

namespace training {

// Of one process, before anything in it may begin to use CUDA (an MPI may), and before it has
// threads. Changes nothing where no GPU is used.
//
// Lanes must not share a queue of the hardware, where one waits behind the other, so CUDA is asked
// for as many as it has, whatever the user has set (CUDA_DEVICE_MAX_CONNECTIONS; scripts for
// Megatron set 1). What else the user has set stays. NCCL is to connect and take its memory while
// communicators are made, not in the midst of a step, where taking memory waits for kernels that
// wait for other ranks (NCCL_RUNTIME_CONNECT). For the same reason kernels are loaded at the start
// and not when they are first launched, which waits until all that is queued is over
// (CUDA_MODULE_LOADING; CUDA Programming Guide 4.7, "Potential Hazards"). That costs memory and a
// longer start.
void prepareGpuEnvironment();

} // namespace training
