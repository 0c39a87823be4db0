// The schedules of the catalogue: a line for each, which stands for its file in this folder.
//
// Each of those files defines the CatalogEntry of its line: name, conditions, generator and what
// the literature promises. To catalog() a line here is all there is to a schedule; one without a
// definition does not link.

#pragma once

#include "engine/plan/catalog.h"

// As a person looks them up: by kind, and by age within a kind. A macro, because a line must become
// both a declaration here and a place in catalog()'s table; two lists would not stay the same. The
// lines are in the order in which catalog() lists them.
#define PLAN_SCHEDULES(ENTRY)                                                                      \
    ENTRY(kNaive)                /* model parallelism without a pipeline */                        \
    ENTRY(kGpipe)                /* all forwards, then all backwards */                            \
    ENTRY(kOneFOneB)             /* one forward, one backward */                                   \
    ENTRY(kEagerOneFOneB)        /* 1F1B with twice the warm-up, so that transfers hide */         \
    ENTRY(kInterleaved)          /* 1F1B over several chunks of a rank */                          \
    ENTRY(kInterleavedPlain)     /* the remainder of m mod p as a last round of its own */         \
    ENTRY(kInterleavedSymmetric) /* or in the first round */                                       \
    ENTRY(kLoopedBfs)            /* breadth first over the chunks */                               \
    ENTRY(kZbH1)                 /* 1F1B with split backwards, at its memory */                    \
    ENTRY(kZbH2)                 /* at twice that, without a bubble within a rank */               \
    ENTRY(kZbAuto)               /* the best order found for given costs and memory */             \
    ENTRY(kInterleavedZb)        /* interleaved 1F1B with split backwards */                       \
    ENTRY(kZbv)                  /* two chunks in a V, split backwards, 1F1B's memory */           \
    ENTRY(kVHalf)                /* half of that memory */                                         \
    ENTRY(kVMin)                 /* a third of it */                                               \
    ENTRY(kDualpipe)             /* two directions, forwards fused with backwards */               \
    ENTRY(kDualpipeV)            /* DualPipe cut in half: down a V and back up */                  \
    ENTRY(kHanayo)               /* down the ranks and back up, wave after wave */                 \
    ENTRY(kChimera)              /* two 1F1B pipelines in opposite directions */                   \
    ENTRY(kGems)                 /* two directions, one microbatch of both at a time */

namespace plan {

// To compare with, as in `name == kOneFOneB.name`, instead of spelling the name once more. Each is
// defined in its schedule's own file, and lives as long as the program.
#define PLAN_DECLARE_ENTRY(entry) extern const CatalogEntry entry;
PLAN_SCHEDULES(PLAN_DECLARE_ENTRY)
#undef PLAN_DECLARE_ENTRY

} // namespace plan
