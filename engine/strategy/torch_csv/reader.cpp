#include "engine/strategy/torch_csv/reader.h"

#include "engine/plan/counted.h"

#include <algorithm>

namespace strategy::csv {
namespace {

// Of one (stage, microbatch): which parts were seen.
constexpr std::uint8_t bit(OpKind kind) { return std::uint8_t(1u << static_cast<unsigned>(kind)); }

constexpr std::uint8_t kForward = bit(OpKind::Forward);
constexpr std::uint8_t kWhole = bit(OpKind::Backward);
constexpr std::uint8_t kParts = bit(OpKind::InputGrad) | bit(OpKind::WeightGrad);

bool isComplete(std::uint8_t seen)
{
    return seen == (kForward | kWhole) || seen == (kForward | kParts);
}

std::string_view takeRow(std::string_view& text)
{
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view row = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    // Line ends of Windows, as spreadsheets write them.
    if (!row.empty() && row.back() == '\r')
        row.remove_suffix(1);
    return row;
}

std::string_view withoutByteOrderMark(std::string_view text) // of spreadsheets
{
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

} // namespace

std::string spot(std::size_t row, std::size_t column)
{
    return "row " + std::to_string(row) + ", column " + std::to_string(column);
}

Reader::Reader(std::string_view text, CsvForm form)
    : m_text(withoutByteOrderMark(text))
    , m_form(form)
{
}

Outcome Reader::readCells()
{
    while (!m_text.empty()) {
        // Bounds are held while reading, so that a huge file ends where it exceeds them.
        if (m_rows.size() == static_cast<std::size_t>(plan::kMaxRanks))
            return Error{"there are more rows than the " + std::to_string(plan::kMaxRanks)
                         + " ranks a schedule may have"};
        m_rows.push_back(takeRow(m_text));
        m_schedule.order.emplace_back();
        m_schedule.pairs.emplace_back();
        if (const auto read = readRow(m_rows.back()); !read)
            return read;
        if (m_schedule.order.back().empty())
            return Error{
                spot(m_rows.size(), 1)
                + ": the row holds no op; every rank has its stages' ops, one row per rank"};
    }
    if (m_ops == 0)
        return Error{"the schedule holds no op; write one row per rank, ops separated by commas"};
    // Schedule::pairs is empty where nothing is fused, so that equal schedules compare equal.
    const auto none = [](const plan::Pairs& pairs) { return pairs.empty(); };
    if (std::all_of(m_schedule.pairs.begin(), m_schedule.pairs.end(), none))
        m_schedule.pairs.clear();
    return done();
}

Outcome Reader::readRow(std::string_view row)
{
    // Of one long row, growing would hold its ops twice.
    const auto cells = static_cast<std::size_t>(std::count(row.begin(), row.end(), ',')) + 1;
    m_schedule.order.back().reserve(std::min(cells, 3 * static_cast<std::size_t>(plan::kMaxCells)));
    for (CellWalk walk(row); walk.more();) {
        const std::string_view cell = walk.next();
        if (const auto added = addCell(cell); !added)
            return Error{spot(m_rows.size(), walk.column()) + ": " + added.error().message};
    }
    return done();
}

Outcome Reader::addCell(std::string_view text)
{
    const auto cell = parseCell(text);
    if (!cell)
        return cell.error();
    if (m_form == CsvForm::Lowered && cell->kind == Cell::Kind::Blank)
        return Error{"the cell is blank; a file with transfers has no blanks (only a compute-only "
                     "one marks bubbles)"};
    if (m_form == CsvForm::ComputeOnly && cell->lowered())
        return Error{quoted(text)
                     + " stands in files with transfers; a compute-only file holds F, B, I and W "
                       "alone"};
    if (cell->kind == Cell::Kind::Pair)
        m_schedule.pairs.back().push_back(
            static_cast<std::uint32_t>(m_schedule.order.back().size()));
    if (cell->ops() >= 1)
        add(cell->op);
    if (cell->ops() == 2)
        add(cell->second);
    if (m_ops > 3 * static_cast<std::size_t>(plan::kMaxCells))
        return Error{"there are more ops than the " + std::to_string(3 * plan::kMaxCells)
                     + " a schedule may have"};
    return done();
}

void Reader::add(const Op& op)
{
    const Where where{m_schedule.order.size() - 1, m_schedule.order.back().size()};
    m_schedule.order.back().push_back(op);
    ++m_ops;
    if (op.stage >= m_stages) {
        m_stages = op.stage + 1LL;
        m_highestStage = where;
    }
    if (op.microbatch >= m_microbatches) {
        m_microbatches = op.microbatch + 1LL;
        m_highestMicrobatch = where;
    }
}

template <class Fits>
Where Reader::first(const Fits& fits) const
{
    for (std::size_t row = 0; row < m_schedule.order.size(); ++row) {
        const auto& ops = m_schedule.order[row];
        const auto found = std::find_if(ops.begin(), ops.end(), fits);
        if (found != ops.end())
            return {row, static_cast<std::size_t>(found - ops.begin())};
    }
    return {};
}

std::string Reader::spotOf(const Where& where) const
{
    std::size_t ops = 0;
    // Read again instead of kept: places are needed for one sentence, and would take as much memory
    // as the ops.
    CellWalk walk(m_rows[where.row]);
    while (walk.more() && ops <= where.index)
        if (const auto cell = parseCell(walk.next()))
            ops += cell->ops();
    return spot(where.row + 1, walk.column());
}

// With more stages than ops, one of the first stages is missing: no table is ever larger
// than the file.
Outcome Reader::checkStages() const
{
    const auto looked = std::min(static_cast<std::size_t>(m_stages), m_ops + 1);
    std::vector<bool> present(looked);
    for (const auto& ops : m_schedule.order)
        for (const Op& op : ops)
            if (static_cast<std::size_t>(op.stage) < looked)
                present[static_cast<std::size_t>(op.stage)] = true;
    const auto absent = std::find(present.begin(), present.end(), false);
    if (absent == present.end())
        return done();
    return Error{at(m_highestStage) + "there is a stage "
                 + std::to_string(opAt(m_highestStage).stage) + ", and no row holds stage "
                 + std::to_string(absent - present.begin()) + "; stages count from 0 without gaps"};
}

Outcome Reader::checkComplete()
{
    if (const auto stages = checkStages(); !stages)
        return stages;
    const auto cells
        = static_cast<std::size_t>(m_stages) * static_cast<std::size_t>(m_microbatches);
    // As in checkStages(): with more cells than ops one of the first ones has a gap, which is told.
    std::vector<std::uint8_t> seen(std::min(cells, m_ops + 1));
    for (std::size_t row = 0; row < m_schedule.order.size(); ++row)
        for (std::size_t i = 0; i < m_schedule.order[row].size(); ++i) {
            const Op& op = m_schedule.order[row][i];
            if (cellOf(op) >= seen.size())
                continue;
            std::uint8_t& parts = seen[cellOf(op)];
            if ((parts & bit(op.kind)) != 0)
                return twice({row, i}, op);
            parts |= bit(op.kind);
            if ((parts & kWhole) != 0 && (parts & kParts) != 0)
                return Error{at({row, i}) + "stage " + std::to_string(op.stage) + ", microbatch "
                             + std::to_string(op.microbatch)
                             + " has a whole backward (B) and a part of one (I or W); an old "
                               "notation wrote B for the input gradient: write I there"};
        }
    const auto gap = std::find_if_not(seen.begin(), seen.end(), isComplete);
    if (gap != seen.end())
        return missing(static_cast<std::size_t>(gap - seen.begin()), *gap);
    return done();
}

Error Reader::twice(const Where& where, const Op& op) const
{
    const Where earlier = first([&](const Op& other) { return other == op; });
    return {at(where) + toText(op) + " stands a second time, first in " + spotOf(earlier)
            + "; every stage runs every microbatch once"};
}

Error Reader::missing(std::size_t cell, std::uint8_t parts) const
{
    const int stage = static_cast<int>(cell / static_cast<std::size_t>(m_microbatches));
    const int microbatch = static_cast<int>(cell % static_cast<std::size_t>(m_microbatches));
    const bool nothing = parts == 0;
    const Where where = first([&](const Op& op) {
        return op.stage == stage && (nothing || op.microbatch == microbatch);
    });
    const char* lacks = nothing                  ? "has no op"
        : (parts & kForward) == 0                ? "has no forward (F)"
        : (parts & bit(OpKind::InputGrad)) != 0  ? "has no weight gradient (W) to its I"
        : (parts & bit(OpKind::WeightGrad)) != 0 ? "has no input gradient (I) to its W"
                                                 : "has no backward (B, or I and W)";
    std::string sentence = at(where) + "stage " + std::to_string(stage) + " " + lacks
        + " of microbatch " + std::to_string(microbatch);
    if (nothing && microbatch > 0)
        sentence += ", and " + spotOf(m_highestMicrobatch) + " names microbatch "
            + std::to_string(m_microbatches - 1);
    if (microbatch == 0 && stage == m_stages - 1 && (parts & kForward) == 0)
        sentence += "; PyTorch's own export of 1F1B leaves microbatch 0 out on the last rank";
    return {sentence + "; every stage runs every microbatch from 0 on"};
}

Outcome Reader::place()
{
    Placement& placement = m_schedule.placement;
    placement.ranks.assign(static_cast<std::size_t>(m_stages), 0);
    // The first microbatch always takes the first direction.
    for (std::size_t row = 0; row < m_schedule.order.size(); ++row)
        for (const Op& op : m_schedule.order[row])
            if (op.microbatch == 0 && isForward(op.kind))
                placement.ranks[static_cast<std::size_t>(op.stage)] = static_cast<int>(row);
    if (const auto mirrored = findMirror(); !mirrored)
        return mirrored;
    if (const auto placed = checkPlaces(); !placed)
        return placed;
    if (const auto shared = checkShares(); !shared)
        return shared;

    const auto ranks = static_cast<std::int64_t>(m_schedule.order.size());
    const int directions = placement.bidirectional() ? 2 : 1;
    m_schedule.shape = {.ranks = static_cast<int>(ranks),
                        .chunks = static_cast<int>(m_stages / ranks) * directions,
                        .microbatches = static_cast<int>(m_microbatches),
                        .directions = directions};
    for (const auto& ops : m_schedule.order)
        m_schedule.phases.push_back(phasesOf(ops));
    return checkShape(m_schedule.shape);
}

// Forwards away from where microbatch 0's runs: of a second direction, if there is one.
Outcome Reader::findMirror()
{
    Placement& placement = m_schedule.placement;
    int firstMirrored = static_cast<int>(m_microbatches);
    std::vector<int> mirror = placement.ranks;
    for (std::size_t row = 0; row < m_schedule.order.size(); ++row)
        for (const Op& op : m_schedule.order[row]) {
            const auto stage = static_cast<std::size_t>(op.stage);
            if (!isForward(op.kind) || placement.ranks[stage] == static_cast<int>(row))
                continue;
            firstMirrored = std::min(firstMirrored, int{op.microbatch});
            mirror[stage] = static_cast<int>(row);
        }
    if (firstMirrored == m_microbatches)
        return done();
    // One direction uses every rank alike, or the stray op is a mistake and no direction.
    const auto sharesOf = [&](const std::vector<int>& ranks) {
        std::vector<int> shares(m_schedule.order.size());
        for (const int rank : ranks)
            ++shares[static_cast<std::size_t>(rank)];
        return shares;
    };
    if (sharesOf(mirror) != sharesOf(placement.ranks))
        return done(); // checkPlaces() tells
    placement.mirror = std::move(mirror);
    placement.firstMirrored = firstMirrored;
    return done();
}

Outcome Reader::checkPlaces() const
{
    for (std::size_t row = 0; row < m_schedule.order.size(); ++row)
        for (std::size_t i = 0; i < m_schedule.order[row].size(); ++i) {
            const Op& op = m_schedule.order[row][i];
            const int home = m_schedule.placement.rankOf(op);
            if (home != static_cast<int>(row))
                return Error{at({row, i}) + toText(op) + " stands on rank " + std::to_string(row)
                             + ", which does not hold the weights of stage "
                             + std::to_string(op.stage) + " for it: rank " + std::to_string(home)
                             + " does (row " + std::to_string(home + 1) + ")"};
        }
    return done();
}

Outcome Reader::checkShares() const
{
    std::vector<std::int64_t> shares(m_schedule.order.size());
    for (const int rank : m_schedule.placement.ranks)
        ++shares[static_cast<std::size_t>(rank)];
    const auto other = std::find_if(shares.begin(), shares.end(),
                                    [&](std::int64_t share) { return share != shares.front(); });
    if (other == shares.end())
        return done();
    const auto stages = [](std::int64_t count) { return plan::counted(count, "stage"); };
    return Error{spot(static_cast<std::size_t>(other - shares.begin()) + 1, 1) + ": the row holds "
                 + stages(*other) + ", and row 1 holds " + stages(shares.front()) + "; there are "
                 + stages(m_stages) + " on " + std::to_string(shares.size())
                 + " ranks, and every rank needs equally many"};
}

} // namespace strategy::csv

namespace strategy {

plan::Result<plan::Schedule> parseSchedule(std::string_view text, CsvForm form)
{
    csv::Reader reader(text, form);
    using Pass = plan::Outcome (csv::Reader::*)();
    for (const Pass pass :
         {&csv::Reader::readCells, &csv::Reader::checkComplete, &csv::Reader::place})
        if (const auto passed = (reader.*pass)(); !passed)
            return passed.error();
    if (form == CsvForm::Lowered)
        if (const auto matched = reader.checkTransfers(); !matched)
            return matched.error();
    return reader.take();
}

std::optional<CsvPlace> placeInCsv(std::string_view text, const plan::Op& op)
{
    text = csv::withoutByteOrderMark(text);
    for (std::size_t row = 1; !text.empty(); ++row)
        for (csv::CellWalk walk(csv::takeRow(text)); walk.more();) {
            const auto cell = csv::parseCell(walk.next());
            if (cell
                && ((cell->ops() >= 1 && cell->op == op)
                    || (cell->ops() == 2 && cell->second == op)))
                return CsvPlace{row, walk.column()};
        }
    return std::nullopt;
}

CsvForm csvFormOf(std::string_view text)
{
    for (const std::string_view word : {"SEND_", "RECV_", "SHARD", "REDUCE_GRAD"})
        if (text.find(word) != std::string_view::npos)
            return CsvForm::Lowered;
    return CsvForm::ComputeOnly;
}

} // namespace strategy
