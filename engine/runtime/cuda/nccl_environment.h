// What NCCL and CUDA read from a process's environment, and the engine relies on.

#pragma once

namespace gpu {

// Of one process, before its first call to CUDA or NCCL. What the user has set stays.
//
// Lanes must not share a queue of the hardware, where one waits behind the other, so CUDA is asked
// for as many as it has (CUDA_DEVICE_MAX_CONNECTIONS). NCCL is to connect and take its memory while
// communicators are made, not in the midst of a step, where taking memory waits for kernels that
// wait for other ranks (NCCL_RUNTIME_CONNECT). For the same reason kernels are loaded at the start
// and not when they are first launched, which waits until all that is queued is over
// (CUDA_MODULE_LOADING; CUDA Programming Guide 4.7, "Potential Hazards"). That costs memory and a
// longer start.
void prepareNcclEnvironment();

// Of a process whose GPU other ranks of its host have, too, in the same place: NCCL takes GPUs of
// one host for different ones, and refuses to have two ranks on one. So this process says that it
// is on a host of its own, by `localRank`, its number on this one (NCCL_HOSTID). Messages between
// such ranks then go through the host's network.
void pretendOwnHost(int localRank);

} // namespace gpu
