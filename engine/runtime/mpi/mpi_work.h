// A collective over MPI, under way: parts that follow each other, each a set of messages
// that are over before the next is begun.

#pragma once

#include "engine/runtime/host_communicator.h"
#include "engine/runtime/mpi/mpi_messages.h"
#include "engine/runtime/waiting.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>

namespace engine {

// Starts the messages of the next part; true: there is none. Called when those of the part
// before are over; it may do nothing but start some and compute.
using NextPart = std::function<plan::Result<bool>(MpiMessages&)>;

// Moves on in every wait of its Waiting, whatever that waits for: other members depend on
// it even while this one looks the other way.
class MpiWork final : public Work, private Background {
public:
    struct Terms {
        MPI_Comm comm = MPI_COMM_NULL;
        Nanoseconds patience{};
        std::string doing; // "in the all-reduce of tp"
        std::string what;  // "tp (rank 1 of 2): the all-reduce of 1.2 MB"
    };

    // Strands run side by side. `waiting` must outlive this.
    MpiWork(Waiting& waiting, Terms terms, std::vector<NextPart> strands);
    ~MpiWork() override;
    MpiWork(const MpiWork&) = delete;
    MpiWork& operator=(const MpiWork&) = delete;

    // Both return the first error again when they are asked again.
    plan::Result<bool> test() override;
    plan::Outcome wait() override;

private:
    // One sequence of parts, with the messages of its current one.
    struct Strand {
        Strand(MPI_Comm comm, const std::string& doing, NextPart nextPart)
            : messages(comm, doing)
            , next(std::move(nextPart))
        {
        }

        MpiMessages messages;
        NextPart next;
        bool over = false;
    };

    // Called by any wait of this rank, so it must neither wait nor throw; an error is kept for
    // test().
    void moveOn() override;
    plan::Outcome advance(Strand& strand);

    Waiting& m_waiting;
    const Terms m_terms;
    std::deque<Strand> m_strands; // a strand stays where it is
    std::uint64_t m_parts = 0;    // begun, of all strands
    bool m_over = false;
    std::optional<plan::Error> m_error;
};

} // namespace engine
