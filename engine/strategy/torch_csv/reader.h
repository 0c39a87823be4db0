// Reads PyTorch's schedule CSV pass by pass; parseSchedule() is the way in. Internal to this
// folder.
//
// Nothing is trusted: the largest stage and microbatch that a file names may be far beyond what it
// holds, so no table is ever larger than the number of ops. What does not fit is an error that
// names the place, which is found by reading its row once more instead of keeping it for every op.

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

// The passes are called in the order in which they stand here, each only if the one before it
// succeeded; every one is linear in the text.
class Reader {
public:
    // `text` must outlive it. A byte order mark at its beginning is read over.
    Reader(std::string_view text, CsvForm form);

    // Every op of the file, and the fused pairs; the shape's counts are not set yet.
    Outcome readCells();
    // Stages without gaps, every microbatch of each once, forward and backward.
    Outcome checkComplete();
    // Sets the placement and the shape.
    Outcome place();
    // Lowered: that the sends and receives are the ones the ops need.
    Outcome checkTransfers() const;

    // The schedule, once; nothing else may be called afterwards.
    Schedule take() { return std::move(m_schedule); }

private:
    friend class TransferCheck;

    Outcome readRow(std::string_view row);
    Outcome addCell(std::string_view text);
    void add(const Op& op);

    // Parts of checkComplete(). `parts` are the kinds of op that were seen of the cell, as bits.
    Outcome checkStages() const;
    Error twice(const Where& where, const Op& op) const;
    Error missing(std::size_t cell, std::uint8_t parts) const;

    // Parts of place(): whether there is a second direction, whether every op stands on the rank
    // of its stage, and whether all ranks have equally many stages.
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
    // An index for each (stage, microbatch), in the order of the stages.
    std::size_t cellOf(const Op& op) const
    {
        return static_cast<std::size_t>(op.stage) * static_cast<std::size_t>(m_microbatches)
            + static_cast<std::size_t>(op.microbatch);
    }

    std::string_view m_text; // what is still to be read
    CsvForm m_form;
    std::vector<std::string_view> m_rows; // [rank], for the places in errors
    Schedule m_schedule;
    std::size_t m_ops = 0;           // of all rows
    std::int64_t m_stages = 0;       // the largest seen, plus one
    std::int64_t m_microbatches = 0; // likewise
    Where m_highestStage;            // where the largest was seen first
    Where m_highestMicrobatch;
};

// "row 2, column 5". Both count from 1, as spreadsheets do.
std::string spot(std::size_t row, std::size_t column);

} // namespace strategy::csv
