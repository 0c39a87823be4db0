// Facts of the world met deep inside an op: a group that does not answer, memory that is not
// there. Thrown within training, caught at its borders (caught()), where it
// becomes a plan::Error again.

#pragma once

#include "engine/plan/result.h"

#include <new>
#include <stdexcept>
#include <string>

namespace training {

class Failure : public std::runtime_error {
public:
    explicit Failure(const plan::Error& error)
        : std::runtime_error(error.message)
    {
    }
    plan::Error error() const { return {what()}; }
};

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
