// The catalogue's entries, one beside each generator.

#pragma once

#include "engine/plan/catalog.h"

namespace plan {

// One microbatch after the other, forward and back, on one device at a time: model
// parallelism without a pipeline.
extern const CatalogEntry kNaive;

// All forwards, then all backwards (GPipe, arXiv 1811.06965).
extern const CatalogEntry kGpipe;

// One forward, one backward (PipeDream-Flush, arXiv 2006.09503).
extern const CatalogEntry kOneFOneB;

// Interleaved 1F1B (arXiv 2104.04473, section 2.2).
extern const CatalogEntry kInterleaved;

// 1F1B with twice the warm-up, so that transfers hide (arXiv 2211.05322).
extern const CatalogEntry kEagerOneFOneB;

// Breadth first over the chunks (arXiv 2211.05953).
extern const CatalogEntry kLoopedBfs;

// Interleaved 1F1B with split backwards (arXiv 2401.10241, as PyTorch interleaves it).
extern const CatalogEntry kInterleavedZb;

// Two directions over the same ranks, forwards fused with backwards (arXiv 2412.19437).
extern const CatalogEntry kDualpipe;

// DualPipe cut in half: the second direction is the way back up of a V.
extern const CatalogEntry kDualpipeV;

// Interleaved 1F1B for m mod p != 0: the remainder as a last round of its own, or in
// the first.
extern const CatalogEntry kInterleavedPlain;
extern const CatalogEntry kInterleavedSymmetric;

// The best order found for given costs and memory (after arXiv 2401.10241, section 3).
extern const CatalogEntry kZbAuto;

// 1F1B with split backwards, at its memory and at twice that (arXiv 2401.10241).
extern const CatalogEntry kZbH1;
extern const CatalogEntry kZbH2;

// V-shaped placement of two chunks with split backwards: no bubble at the memory of 1F1B,
// and less of both traded at a half and at a third of it (arXiv 2405.15362).
extern const CatalogEntry kZbv;
extern const CatalogEntry kVHalf;
extern const CatalogEntry kVMin;

// Down the ranks and back up, wave after wave (arXiv 2308.15762).
extern const CatalogEntry kHanayo;

// Two 1F1B pipelines in opposite directions (arXiv 2107.06925).
extern const CatalogEntry kChimera;

} // namespace plan
