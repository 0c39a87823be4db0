// Facts of the world met deep inside an op: a group that does not answer, memory that is not
// there. Thrown within training, caught at its borders (caught()), where it
// becomes a plan::Error again.

#pragma once

#include "engine/plan/result.h"

#include <new>
#include <stdexcept>
#include <string>

namespace training {

// An exception rather than a Result, because a step passes through layers, blocks and kernels that
// could do nothing about it but hand it on.
class Failure : public std::runtime_error {
public:
    explicit Failure(const plan::Error& error)
        : std::runtime_error(error.message)
    {
    }
    plan::Error error() const { return {what()}; }
};

// The value, or its error as a Failure. For use within training only.
template <class T>
T must(plan::Result<T> result)
{
    if (!result)
        throw Failure(result.error());
    return *std::move(result);
}

// What `work` yields, or the failure it met.
template <class Work>
auto caught(Work work) -> decltype(work())
{
    try {
        return work();
    } catch (const Failure& failure) {
        return failure.error();
    } catch (const std::bad_alloc&) {
        return plan::Error{"this machine has no memory left for the run; use smaller microbatches, "
                           "recomputation, or more ranks to share the model"};
    } catch (const std::exception& error) { // of a library
        return plan::Error{std::string("an error within the program: ") + error.what()};
    }
}

} // namespace training
