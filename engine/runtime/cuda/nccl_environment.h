// What NCCL reads from a process's environment where ranks share a GPU.

#pragma once

namespace gpu {

// Of a process whose GPU other ranks of its host have, too, in the same place: NCCL takes GPUs of
// one host for different ones, and refuses to have two ranks on one. So this process says that it
// is on a host of its own, by `localRank`, its number on this one (NCCL_HOSTID). Messages between
// such ranks then go through the host's network.
void pretendOwnHost(int localRank);

} // namespace gpu
