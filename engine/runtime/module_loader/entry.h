// The one function of the GPU's library. Its name holds the version: a library of another one may
// lay out its classes otherwise, and is not found.

#pragma once

namespace training {
class DeviceModule;
}

#define BUBBLESCOPE_JOIN(name, version) name##version
#define BUBBLESCOPE_NAMED(name, version) BUBBLESCOPE_JOIN(name, version)
#define BUBBLESCOPE_CUDA_ENTRY                                                                     \
    BUBBLESCOPE_NAMED(bubblescope_cuda_module_, BUBBLESCOPE_MODULE_VERSION)

#define BUBBLESCOPE_QUOTED(text) #text
#define BUBBLESCOPE_TEXT(text) BUBBLESCOPE_QUOTED(text)

// The caller owns what it returns.
extern "C" training::DeviceModule* BUBBLESCOPE_CUDA_ENTRY();
