#include "gui/window/export_tables.h"

#include "gui/estimate/verdict_text.h"
#include "gui/search/result_model.h"
#include "gui/text/number_format.h"
#include "gui/text/stage_parts.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>

namespace gui {
namespace {

QString tableText(const char* source) { return QCoreApplication::translate("Export", source); }

QString nanosecondsText(plan::Nanoseconds time) { return QString::number(time.count()); }

QString timeOrDash(plan::Nanoseconds time)
{
    return time.count() == 0 ? QStringLiteral("–") : milliseconds(time);
}

QString allDigits(double number)
{
    return QString::number(number, 'g', QLocale::FloatingPointShortest);
}

QString bytesNumber(double bytes) { return QString::number(bytes, 'f', 0); }

// "all_ranks_predicted_ns", of a title of the ledger's columns in its order.
QString ledgerKey(int column, bool both)
{
    const int rank = (both ? column / 2 : column) - 1;
    const QString who
        = rank < 0 ? QStringLiteral("all_ranks") : QStringLiteral("rank_%1").arg(rank);
    if (!both)
        return who + QStringLiteral("_ns");
    return who
        + (column % 2 == 0 ? QStringLiteral("_predicted_ns") : QStringLiteral("_measured_ns"));
}

// Whether a part of what is called "other" is anything on some rank.
bool isShown(const plan::OtherMemory& part, const std::vector<plan::RankMemory>& memory)
{
    return std::any_of(memory.begin(), memory.end(), [&](const plan::RankMemory& rank) {
        return gibibytes(rank.*part.bytes) != gibibytes(0);
    });
}

void addOtherTitles(NamedTable& table, const std::vector<plan::RankMemory>& memory)
{
    for (const plan::OtherMemory& part : plan::kOtherMemory) {
        table.exact.back() << QLatin1String(part.key) + QLatin1String("_bytes");
        if (isShown(part, memory))
            table.shown.back()
                << tableText(QT_TRANSLATE_NOOP("Export", "other: %1")).arg(otherMemoryWords(part));
    }
}

} // namespace

NamedTable ledgerTable(const LedgerModel& ledger, int mostRanks)
{
    NamedTable table;
    // As the ledger itself offers them.
    constexpr std::array kNames{QT_TRANSLATE_NOOP("gui::LedgerPanel", "Ledger in time and %"),
                                QT_TRANSLATE_NOOP("gui::LedgerPanel", "Ledger in ms"),
                                QT_TRANSLATE_NOOP("gui::LedgerPanel", "Ledger in %")};
    table.name = QCoreApplication::translate("gui::LedgerPanel",
                                             kNames[static_cast<std::size_t>(ledger.unit())]);
    const bool both = ledger.hasBothSides();
    const int columns = ledger.columnCount();
    const int taken = std::min(columns, (mostRanks + 1) * (both ? 2 : 1));
    if (taken < columns)
        table.note = tableText(QT_TRANSLATE_NOOP("Export",
                                                 "The first %1 ranks; the mean is of all of them."))
                         .arg(mostRanks);
    QStringList titles{QString()};
    QStringList keys{QStringLiteral("line")};
    for (int column = 0; column < taken; ++column) {
        titles << ledger.headerData(column, Qt::Horizontal, Qt::DisplayRole)
                      .toString()
                      .replace(QLatin1Char('\n'), QLatin1Char(' '));
        keys << ledgerKey(column, both);
    }
    table.shown.push_back(titles);
    table.exact.push_back(keys);
    for (int row = 0; row < ledger.rowCount(); ++row) {
        if (ledger.isEmptyRow(row))
            continue;
        QStringList shown{ledger.headerData(row, Qt::Vertical, Qt::DisplayRole).toString()};
        QStringList exact{row == LedgerModel::sumRow()
                              ? QStringLiteral("sum")
                              : QString::fromLatin1(plan::key(static_cast<plan::LedgerLine>(row)))};
        for (int column = 0; column < taken; ++column) {
            const QModelIndex cell = ledger.index(row, column);
            shown << cell.data(Qt::DisplayRole).toString();
            exact << cell.data(LedgerModel::kNanosecondsRole).toString();
        }
        table.shown.push_back(shown);
        table.exact.push_back(exact);
    }
    return table;
}

NamedTable memoryTable(const StrategyEstimate& estimate)
{
    struct Part {
        const char* name;
        const char* key;
        double (*bytes)(const plan::RankMemory&);
    };
    constexpr Part kParts[]
        = {{QT_TRANSLATE_NOOP("gui::MemoryChart", "weights"), "weights_bytes",
            [](const plan::RankMemory& rank) { return rank.weights; }},
           {QT_TRANSLATE_NOOP("gui::MemoryChart", "gradients"), "gradients_bytes",
            [](const plan::RankMemory& rank) { return rank.gradients; }},
           {QT_TRANSLATE_NOOP("gui::MemoryChart", "optimizer"), "optimizer_bytes",
            [](const plan::RankMemory& rank) { return rank.optimizer; }},
           {QT_TRANSLATE_NOOP("gui::MemoryChart", "activations"), "activations_bytes",
            [](const plan::RankMemory& rank) { return rank.activations; }},
           {QT_TRANSLATE_NOOP("gui::MemoryChart", "other"), "other_bytes",
            [](const plan::RankMemory& rank) { return rank.other(); }}};
    NamedTable table;
    table.name = tableText(QT_TRANSLATE_NOOP("Export", "Memory of each rank at its peak"));
    QStringList titles{tableText(QT_TRANSLATE_NOOP("Export", "Rank"))};
    QStringList keys{QStringLiteral("rank")};
    for (const Part& part : kParts) {
        titles << QCoreApplication::translate("gui::MemoryChart", part.name);
        keys << QString::fromLatin1(part.key);
    }
    table.shown.push_back(titles << tableText(QT_TRANSLATE_NOOP("Export", "peak"))
                                 << tableText(QT_TRANSLATE_NOOP("Export", "device")));
    table.exact.push_back(keys << QStringLiteral("peak_bytes") << QStringLiteral("device_bytes"));
    const auto& memory = estimate.numbers.memory;
    addOtherTitles(table, memory);
    const double limit = estimate.numbers.memoryLimit;
    for (std::size_t i = 0; i < memory.size(); ++i) {
        const plan::RankMemory& rank = memory[i];
        QStringList shown{QString::number(i)};
        QStringList exact{QString::number(i)};
        for (const Part& part : kParts) {
            shown << gibibytes(part.bytes(rank));
            exact << bytesNumber(part.bytes(rank));
        }
        table.shown.push_back(shown << gibibytes(rank.peak()) << gibibytes(limit));
        table.exact.push_back(exact << bytesNumber(rank.peak()) << bytesNumber(limit));
        for (const plan::OtherMemory& part : plan::kOtherMemory) {
            table.exact.back() << bytesNumber(rank.*part.bytes);
            if (isShown(part, memory))
                table.shown.back() << gibibytes(rank.*part.bytes);
        }
    }
    return table;
}

NamedTable costTable(const plan::Costs& costs)
{
    const std::vector<StagePart> parts = shownStageParts(costs);
    NamedTable table;
    table.name = tableText(QT_TRANSLATE_NOOP("Export", "Costs"));
    table.shown.push_back({QString()});
    table.exact.push_back({QStringLiteral("stage")});
    for (const StagePart& part : parts) {
        table.shown.front() << nameOf(part);
        table.exact.front() << QLatin1String(part.key) + QLatin1String("_ns");
    }
    for (std::size_t stage = 0; stage < costs.stages.size(); ++stage) {
        const bool each = costs.stages.size() > 1;
        QStringList shown{
            each ? QCoreApplication::translate("gui::StageCostsSection", "stage %1").arg(stage)
                 : tableText(QT_TRANSLATE_NOOP("Export", "every stage"))};
        QStringList exact{each ? QString::number(stage) : QString()};
        for (const StagePart& part : parts) {
            shown << timeOrDash(costs.stages[stage].*part.time);
            exact << nanosecondsText(costs.stages[stage].*part.time);
        }
        table.shown.push_back(shown);
        table.exact.push_back(exact);
    }
    QStringList notes;
    const auto note = [&notes](const char* sentence, plan::Nanoseconds time) {
        if (time.count() != 0)
            notes << tableText(sentence).arg(milliseconds(time));
    };
    note(QT_TRANSLATE_NOOP("Export", "A transfer from the first stage to the next takes %1."),
         costs.hop(0));
    note(QT_TRANSLATE_NOOP("Export", "The gradient reduction takes %1."), costs.gradientReduction);
    note(QT_TRANSLATE_NOOP("Export", "The optimizer takes %1."), costs.optimizer);
    table.note = notes.join(QLatin1Char(' '));
    return table;
}

NamedTable resultTable(const ResultModel& results, const QString& name)
{
    NamedTable table;
    table.name = name;
    QStringList titles;
    for (int column = 0; column < results.columnCount(); ++column)
        titles << results.headerData(column, Qt::Horizontal).toString();
    const int leading = results.column(ResultModel::kStep);
    table.shown.push_back(titles);
    table.exact.push_back(titles.mid(0, leading)
                          << QStringLiteral("step_seconds") << QStringLiteral("tokens_per_second")
                          << QStringLiteral("mfu") << QStringLiteral("bubble_fraction")
                          << QStringLiteral("peak_bytes")
                          << titles.mid(leading + ResultModel::kNumbers)
                          << QStringLiteral("why_not") << QStringLiteral("interval_low_seconds")
                          << QStringLiteral("interval_high_seconds"));
    for (int row = 0; row < results.rowCount(); ++row) {
        const ResultRow& each = results.row(row);
        QStringList shown = each.leading;
        QStringList exact = each.leading;
        if (!each.whole.isEmpty())
            exact.front() = each.whole;
        if (each.numbers) {
            for (int column = leading; column < results.columnCount(); ++column)
                shown << results.index(row, column).data().toString();
            const ResultNumbers& numbers = *each.numbers;
            for (const double number : {numbers.stepSeconds, numbers.tokensPerSecond, numbers.mfu,
                                        numbers.bubbleFraction, numbers.peakBytes})
                exact << allDigits(number);
        } else {
            shown << each.whyNot;
            for (int number = 0; number < ResultModel::kNumbers; ++number)
                exact << QString();
        }
        QStringList trailing = each.trailing;
        while (trailing.size() < titles.size() - leading - ResultModel::kNumbers)
            trailing << QString();
        table.shown.push_back(shown);
        exact << trailing << each.whyNot;
        if (each.numbers && each.numbers->interval)
            exact << allDigits(each.numbers->interval->low)
                  << allDigits(each.numbers->interval->high);
        else
            exact << QString() << QString();
        table.exact.push_back(exact);
    }
    return table;
}

namespace {

bool knowsTotals(const TrackData& track)
{
    return track.timeline && !track.live && track.ranks && track.peers && track.peers->totals()
        && track.peers->totals()->ofAll().worked > 0;
}

QStringList threeOf(const Spread& times, const auto& text)
{
    return {text(times.least), text(times.median), text(times.most)};
}

} // namespace

std::optional<NamedTable> rankTable(const std::vector<TrackData>& tracks)
{
    const auto found = std::find_if(tracks.begin(), tracks.end(), knowsTotals);
    if (found == tracks.end())
        return {};
    const TrackData& track = *found;
    const PeerTotals& totals = *track.peers->totals();
    const Nanoseconds makespan = track.timeline->makespan;
    const auto share = [makespan](Nanoseconds time) { return shareText(time, makespan); };
    NamedTable table;
    table.name = tableText(QT_TRANSLATE_NOOP("Export", "Ranks of each place"));
    table.shown.push_back({tableText(QT_TRANSLATE_NOOP("Export", "Ranks")),
                           tableText(QT_TRANSLATE_NOOP("Export", "Hosts")),
                           tableText(QT_TRANSLATE_NOOP("Export", "Step, least")),
                           tableText(QT_TRANSLATE_NOOP("Export", "Step, median")),
                           tableText(QT_TRANSLATE_NOOP("Export", "Step, most")),
                           tableText(QT_TRANSLATE_NOOP("Export", "Idle, least")),
                           tableText(QT_TRANSLATE_NOOP("Export", "Idle, median")),
                           tableText(QT_TRANSLATE_NOOP("Export", "Idle, most")),
                           tableText(QT_TRANSLATE_NOOP("Export", "Slowest rank"))});
    table.exact.push_back({QStringLiteral("ranks"), QStringLiteral("hosts"),
                           QStringLiteral("step_least_ns"), QStringLiteral("step_median_ns"),
                           QStringLiteral("step_most_ns"), QStringLiteral("idle_least_ns"),
                           QStringLiteral("idle_median_ns"), QStringLiteral("idle_most_ns"),
                           QStringLiteral("slowest_rank")});
    for (int place = 0; place < totals.places(); ++place) {
        const PlaceTotals& of = totals.ofPlace(place);
        const QStringList who{track.ranks->numbersOf(place), track.ranks->hostsOf(place)};
        const QString slowest
            = of.slowest < 0 ? QString() : QString::number(track.ranks->number(place, of.slowest));
        table.shown.push_back(who + threeOf(of.end, [](Nanoseconds time) { return stepTime(time); })
                              + threeOf(of.idle, share) + QStringList{slowest});
        table.exact.push_back(who + threeOf(of.end, nanosecondsText)
                              + threeOf(of.idle, nanosecondsText) + QStringList{slowest});
    }
    return table;
}

} // namespace gui
