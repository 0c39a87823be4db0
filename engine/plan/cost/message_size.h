// What goes between two stages of a pipeline: one microbatch's activation, or its gradient, in
// bytes. The one definition for what is charged, sent, held and shown.

#pragma once

#include "engine/plan/cost/job.h"

namespace plan {

// On one device. In doubles, as the sizes of a job that nobody has checked may multiply to more
// than any integer.
struct MessageSize {
    double whole = 0;        // with the tokens of one context rank
    int tensor = 1;          // ranks that share the layers around it
    bool isShared = false;   // each of them has its part: sequence parallelism
    bool isScattered = true; // each sends its part of what all of them have

    double held() const { return isShared ? whole / tensor : whole; }
    double sent() const { return isShared || isScattered ? whole / tensor : whole; }
    // What tensor ranks gather from each other behind it, so that each has the whole.
    double gathered() const { return isScattered && !isShared ? whole : 0; }
};

// The whole of it, of `bytes` a number.
inline double wholeMessage(double micro, double sequence, double context, double hidden,
                           double bytes)
{
    return micro * sequence / context * hidden * bytes;
}

inline MessageSize messageSize(const Job& job)
{
    return {.whole = wholeMessage(job.micro, job.model.sequence, job.cut.context, job.model.hidden,
                                  job.recipe.activation),
            .tensor = job.cut.tensor,
            .isShared = job.cut.sequence,
            .isScattered = job.scattersMessages};
}

} // namespace plan
