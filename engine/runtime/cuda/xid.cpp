#include "engine/runtime/cuda/xid.h"

#include <algorithm>
#include <array>

namespace gpu {
namespace {

struct Xid {
    unsigned long long number;
    const char* words;
};

constexpr const char* kUnknownXid = "which NVIDIA's list of Xid errors explains "
                                    "(docs.nvidia.com/deploy/xid-errors); the kernel's "
                                    "log (dmesg) says more";

constexpr std::array<Xid, 10> kKnown{{
    {13,
     "an exception in a kernel, mostly an address or an instruction that is not valid; run the "
     "program under compute-sanitizer, and where it finds nothing test the GPU (dcgmi diag)"},
    {31,
     "a page fault: a kernel used an address of the GPU's memory that is not its own; run the "
     "program under compute-sanitizer, and where it finds nothing test the GPU (dcgmi diag)"},
    {43,
     "the work of a program was stopped after an error of its own, and the GPU itself is well; "
     "look for the first error of that program and start it again"},
    {48,
     "an error in its memory that cannot be corrected (double-bit ECC); end what runs on it, "
     "reset it (nvidia-smi --gpu-reset), and have it replaced where the error returns"},
    {63,
     "a part of its memory that had errors is to be replaced by a spare one; reset the GPU once "
     "the run is over, so that this takes effect"},
    {64,
     "a part of its memory that had errors could not be replaced by a spare one; end what runs "
     "on it, reset it (nvidia-smi --gpu-reset), and have it replaced where this returns"},
    {74,
     "an error of an NVLink connection; reset the GPU, and if it happens again have the connection "
     "and the GPUs at both its ends tested"},
    {79,
     "the GPU has fallen off the bus and cannot be reached any more; restart the machine, and if "
     "it happens again have its power, cooling and seat checked"},
    {94,
     "a memory error that cannot be corrected, of which only the program that met it is "
     "affected; start that program again from its last checkpoint, and reset the GPU when it is "
     "free"},
    {95,
     "a memory error that cannot be corrected, which may have affected every program on the "
     "GPU; end them, reset it (nvidia-smi --gpu-reset), and go on from the last checkpoint"},
}};

} // namespace

std::string xidInWords(unsigned long long number)
{
    const auto* const known = std::find_if(
        kKnown.begin(), kKnown.end(), [number](const Xid& xid) { return xid.number == number; });
    return known == kKnown.end() ? kUnknownXid : known->words;
}

} // namespace gpu
