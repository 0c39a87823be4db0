// The sends and receives of a lowered file against the ones its ops need.

#include "engine/strategy/torch_csv/reader.h"

namespace strategy::csv {

// Walks the rows and keeps, for every (stage, microbatch), what was seen of it so far.
class TransferCheck {
public:
    explicit TransferCheck(const Reader& reader)
        : m_reader(reader)
        , m_seen(static_cast<std::size_t>(reader.m_stages)
                 * static_cast<std::size_t>(reader.m_microbatches))
    {
    }

    Outcome run()
    {
        for (m_row = 0; m_row < m_reader.m_rows.size(); ++m_row) {
            CellWalk walk(m_reader.m_rows[m_row]);
            while (walk.more()) {
                const auto cell = parseCell(walk.next());
                if (!cell)
                    return cell.error();
                if (const auto fits = look(*cell); !fits)
                    return Error{spot(m_row + 1, walk.column()) + ": " + fits.error().message};
            }
        }
        // Only when all rows were seen: a send may stand rows below the receive.
        return checkAllSent();
    }

private:
    // Six bits for each (stage, microbatch), in one byte: a table of them is as large as the
    // schedule.
    enum Bit : std::uint8_t { Received = 1, Computed = 2, Sent = 4 }; // << 3 for the backward

    Outcome look(const Cell& cell)
    {
        switch (cell.kind) {
        case Cell::Kind::Blank:
            return done();
        case Cell::Kind::Compute:
            return compute(cell.op);
        case Cell::Kind::Pair:
            if (const auto first = compute(cell.op); !first)
                return first;
            return compute(cell.second);
        case Cell::Kind::Send:
            return send(cell.op);
        case Cell::Kind::Receive:
            return receive(cell.op);
        case Cell::Kind::Weights:
            return weights(cell.op.stage);
        }
        return done();
    }

    Outcome compute(const Op& op)
    {
        if (op.kind == OpKind::WeightGrad)
            return done();
        const int from = neighbour(op, -1);
        if (from >= 0 && from != rank() && (seen(op) & Received) == 0)
            return Error{toText(op) + " has no " + word(op, "RECV_") + " before it, and its input "
                         + "comes from rank " + std::to_string(from)};
        mark(op, Computed);
        return done();
    }

    Outcome send(const Op& op)
    {
        if (const auto here = checkPlace(op, "SEND_"); !here)
            return here;
        const int to = neighbour(op, 1);
        if (to < 0 || to == rank())
            return Error{
                word(op, "SEND_") + " goes nowhere: "
                + (to < 0 ? "no stage takes it" : "the stage that takes it is on this rank")};
        if ((seen(op) & Computed) == 0)
            return Error{word(op, "SEND_") + " stands before the op whose output it sends"};
        if ((seen(op) & Sent) != 0)
            return Error{word(op, "SEND_") + " stands a second time"};
        mark(op, Sent);
        return done();
    }

    Outcome receive(const Op& op)
    {
        if (const auto here = checkPlace(op, "RECV_"); !here)
            return here;
        const int from = neighbour(op, -1);
        if (from < 0 || from == rank())
            return Error{
                word(op, "RECV_") + " has no sender: "
                + (from < 0 ? "the stage needs no input" : "the stage before it is on this rank")};
        if ((seen(op) & Computed) != 0)
            return Error{word(op, "RECV_") + " stands after the op that needs it"};
        if ((seen(op) & Received) != 0)
            return Error{word(op, "RECV_") + " stands a second time"};
        mark(op, Received);
        return done();
    }

    Outcome weights(int stage)
    {
        if (stage < m_reader.m_stages && m_reader.m_schedule.placement.holds(rank(), stage))
            return done();
        return Error{"stage " + std::to_string(stage) + " is not on rank " + std::to_string(m_row)};
    }

    Outcome checkPlace(const Op& op, const char* what) const
    {
        if (op.stage >= m_reader.m_stages || op.microbatch >= m_reader.m_microbatches)
            return Error{word(op, what) + " belongs to no op of the file"};
        const int home = m_reader.m_schedule.placement.rankOf(op);
        if (home == rank())
            return done();
        return Error{word(op, what) + " stands on rank " + std::to_string(m_row)
                     + ", and its op runs on rank " + std::to_string(home)};
    }

    Outcome checkAllSent()
    {
        const auto& order = m_reader.m_schedule.order;
        for (m_row = 0; m_row < order.size(); ++m_row)
            for (std::size_t i = 0; i < order[m_row].size(); ++i) {
                const Op& op = order[m_row][i];
                const int to = op.kind == OpKind::WeightGrad ? -1 : neighbour(op, 1);
                if (to >= 0 && to != rank() && (seen(op) & Sent) == 0)
                    return Error{m_reader.at({m_row, i}) + toText(op) + " has no "
                                 + word(op, "SEND_") + " after it, and rank " + std::to_string(to)
                                 + " receives its output"};
            }
        return done();
    }

    // Where the stage before (-1) or after (1) it on the tensor's way runs; -1 if none.
    int neighbour(const Op& op, int step) const
    {
        const int stage = op.stage + (isForward(op.kind) ? step : -step);
        if (stage < 0 || stage >= m_reader.m_stages)
            return -1;
        return m_reader.m_schedule.placement.rankOf(stage, op.microbatch);
    }

    static std::string word(const Op& op, const char* what)
    {
        return std::to_string(op.stage) + what + (isForward(op.kind) ? 'F' : 'B')
            + std::to_string(op.microbatch);
    }

    int rank() const { return static_cast<int>(m_row); }
    // Forward and backward of a pair are told apart by the half of its byte.
    static unsigned shift(const Op& op) { return isForward(op.kind) ? 0 : 3; }
    unsigned seen(const Op& op) const { return m_seen[m_reader.cellOf(op)] >> shift(op); }
    void mark(const Op& op, Bit what)
    {
        m_seen[m_reader.cellOf(op)] |= static_cast<std::uint8_t>(what << shift(op));
    }

    const Reader& m_reader;
    std::vector<std::uint8_t> m_seen;
    std::size_t m_row = 0;
};

Outcome Reader::checkTransfers() const { return TransferCheck(*this).run(); }

} // namespace strategy::csv
