// What tests ask of the fake NCCL beyond nccl.h. Ranks are threads, each with a device of its own
// (streams.h), or the processes of an MPI run: nccl/post.h carries what they tell each other.
//
// It is no kinder than the library. Operations may be under way (ncclInProgress) when a call
// returns, and are in their stream only once the communicator was asked about it. A kernel of an
// operation takes thread blocks of the device from its beginning to its end, and begins only where
// so many are free; it ends when all that it meets have begun theirs. Sums are made around the
// ring, not in the order of the members, and a maximum forgets what is not a number. What the
// library would answer by hanging, or by values of nobody, is reported: the device of each rank
// that sees it fails with a sentence (Device::why()).

#pragma once

#include <string>

#include <nccl.h>

namespace fake {

struct NcclOptions {
    int blocks = 132; // that a device has room for at once
    int version = NCCL_VERSION_CODE;
    bool later = true;        // whether operations may be under way when a call returns
    std::string neverComes{}; // the communicator of that name never comes about
};

// Of all ranks of this process from now on. No rank may be at work.
void setNcclOptions(const NcclOptions& options);

// Of all ranks of this process since the last setNcclOptions().
struct NcclCounts {
    int made = 0;
    int destroyed = 0;
    int aborted = 0;
    int mostBlocks = 0; // that one of them may take
};
NcclCounts ncclCounts();

// From now on the calling rank's communicator of that name has this asynchronous error.
void plantNcclError(const std::string& name, ncclResult_t error, const std::string& why);

} // namespace fake
