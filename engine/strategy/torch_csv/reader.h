// Reads PyTorch's schedule CSV pass by pass; parseSchedule() is the way in.

#pragma once

#include "engine/strategy/torch_csv/cell.h"
#include "engine/strategy/torch_csv/torch_csv.h"

#include <cstdint>

namespace strategy::csv {

// An op of one row: the index counts ops, not cells.
struct Where {
    std::size_t row = 0;
    std::size_t index = 0;
};

class Reader {
public:
    Reader(std::string_view text, CsvForm form);

    // Every op of the file, and the fused pairs; the shape's counts are not set yet.
    Outcome readCells();
    // Stages without gaps, every microbatch of each once, forward and backward.
    Outcome checkComplete();
    // Sets the placement and the shape.
    Outcome place();
    // Lowered: that the sends and receives are the ones the ops need.
    Outcome checkTransfers() const;

    Schedule take() { return std::move(m_schedule); }

private:
    friend class TransferCheck;

    Outcome readRow(std::string_view row);
    Outcome addCell(std::string_view cell);
    void add(const Op& op);

    Outcome checkStages() const;
    Error twice(const Where& where, const Op& op) const;
    Error missing(std::size_t cell, std::uint8_t parts) const;

    Outcome findMirror();
    Outcome checkPlaces() const;
    Outcome checkShares() const;

    // Of an op: "row 2, column 5", and the same with a colon.
    std::string spotOf(const Where& where) const;
    std::string at(const Where& where) const { return spotOf(where) + ": "; }
    // Of the first op that `fits`; there is one.
    template <class Fits>
    Where first(const Fits& fits) const;
    const Op& opAt(const Where& where) const { return m_schedule.order[where.row][where.index]; }
    std::size_t cellOf(const Op& op) const
    {
        return static_cast<std::size_t>(op.stage) * static_cast<std::size_t>(m_microbatches)
            + static_cast<std::size_t>(op.microbatch);
    }

    std::string_view m_text;
    CsvForm m_form;
    std::vector<std::string_view> m_rows;
    Schedule m_schedule;
    std::size_t m_ops = 0;
    std::int64_t m_stages = 0;       // the largest seen, and one
    std::int64_t m_microbatches = 0; // likewise
    Where m_highestStage;
    Where m_highestMicrobatch;
};

// "row 2, column 5"
std::string spot(std::size_t row, std::size_t column);

} // namespace strategy::csv
