// One cell of PyTorch's schedule CSV, read strictly. Internal to this folder. torch_csv.h describes
// the file; the letters are PyTorch's, in which B is a whole backward and I the input gradient.

#pragma once

#include "engine/plan/op.h"
#include "engine/plan/result.h"
#include "engine/plan/schedule.h"

#include <string>
#include <string_view>

namespace strategy::csv {

using plan::done;
using plan::Error;
using plan::Op;
using plan::OpKind;
using plan::Outcome;
using plan::Placement;
using plan::Result;
using plan::Schedule;
using plan::Shape;

// Send, Receive and Weights stand in lowered files only (lowered()), Blank in compute-only ones.
struct Cell {
    enum class Kind : std::uint8_t {
        Blank,
        Compute, // 2F0
        Pair,    // (0F7;7B3)OVERLAP_F_B
        Send,    // 2SEND_F0
        Receive, // 2RECV_F0
        Weights, // 2UNSHARD, 2RESHARD, 2REDUCE_GRAD: only op.stage means something
    };

    Kind kind = Kind::Blank;
    // Compute: the op; Pair: its forward. Send: the op whose output leaves; Receive: the op
    // that consumes what comes; of these two the kind is Forward or Backward.
    Op op;
    Op second; // Pair: its backward

    // How many ops of a rank's order it stands for.
    std::size_t ops() const { return kind == Kind::Pair ? 2 : kind == Kind::Compute ? 1 : 0; }
    bool lowered() const { return kind >= Kind::Send; }
};

// Spaces and tabs around a token are read over, as PyTorch does; nothing else is. Fails with a
// sentence that quotes the cell and shows how one is written; the caller puts the place before it.
Result<Cell> parseCell(std::string_view text);

// Someone's bytes, fit to stand in a sentence: in single quotes, cut after 40 bytes, what is not
// printable ASCII escaped as \xHH.
std::string quoted(std::string_view text);

// Takes the cells of `row` one by one off its front. Quotes mean nothing: no cell of such a file
// can hold a comma. An empty row has one empty cell.
class CellWalk {
public:
    explicit CellWalk(std::string_view row)
        : m_rest(row)
    {
    }

    // Whether next() may be called again.
    bool more() const { return m_more; }
    std::string_view next()
    {
        const std::size_t comma = m_rest.find(',');
        const std::string_view cell = m_rest.substr(0, comma);
        m_more = comma != std::string_view::npos;
        m_rest.remove_prefix(m_more ? comma + 1 : m_rest.size());
        ++m_column;
        return cell;
    }
    std::size_t column() const { return m_column; } // of the cell taken last, from 1

private:
    std::string_view m_rest;
    std::size_t m_column = 0;
    bool m_more = true;
};

} // namespace strategy::csv
