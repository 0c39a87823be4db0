#include "gui/stepviews/state_bars.h"

#include "gui/text/joined.h"
#include "gui/text/ledger_line.h"
#include "gui/text/number_format.h"
#include "gui/timeline/category.h"
#include "gui/timeline/inks.h"

#include <algorithm>

namespace gui {
namespace {

using plan::LedgerLine;

// A colour, a pattern and a letter for each line; bubbles have a sign that rises, stays level or
// falls, as the pipeline fills, runs and drains.
BarKind kindOfLine(LedgerLine line)
{
    BarKind kind{.name = ledgerLineName(line), .letter = {}, .colour = {}};
    const auto of
        = [&kind](Category category, const QString& letter, Qt::BrushStyle pattern = Qt::NoBrush) {
              kind.colour = [category](const Theme& theme) { return colourOf(theme, category); };
              kind.letter = letter;
              kind.pattern = pattern;
          };
    const auto bubble = [&kind](int phase, const QString& sign, Qt::BrushStyle pattern) {
        kind.letter = sign;
        kind.colour
            = [phase](const Theme& theme) { return QColor(Inks::idleColours(theme, phase)[0]); };
        kind.pattern = pattern;
    };
    switch (line) {
    case LedgerLine::Forward:
        of(Category::Forward, QStringLiteral("F"));
        break;
    case LedgerLine::Backward:
        of(Category::Backward, QStringLiteral("B"));
        break;
    case LedgerLine::InputGrad:
        of(Category::InputGrad, QStringLiteral("I"));
        break;
    case LedgerLine::WeightGrad:
        of(Category::WeightGrad, QStringLiteral("W"));
        break;
    case LedgerLine::Recompute:
        of(Category::Recompute, QStringLiteral("R"));
        break;
    case LedgerLine::ExposedTransfer:
        of(Category::Communication, QStringLiteral("T"), Qt::VerPattern);
        break;
    case LedgerLine::ExposedCollective:
        of(Category::Communication, QStringLiteral("C"), Qt::HorPattern);
        break;
    case LedgerLine::Optimizer:
        of(Category::Optimizer, QStringLiteral("O"));
        break;
    case LedgerLine::WarmUpBubble:
        bubble(0, QStringLiteral("↗"), Qt::BDiagPattern);
        break;
    case LedgerLine::SteadyBubble:
        bubble(1, QStringLiteral("→"), Qt::DiagCrossPattern);
        break;
    case LedgerLine::CoolDownBubble:
        bubble(2, QStringLiteral("↘"), Qt::FDiagPattern);
        break;
    case LedgerLine::Unexplained:
        of(Category::NoData, {}, Qt::Dense6Pattern);
        break;
    }
    return kind;
}

} // namespace

BarPicture ledgerBars(const lesson::Planned& planned, const ViewOptions& options)
{
    const plan::Ledger& ledger = planned.ledger();
    const plan::RankLedger total = plan::total(ledger);
    const auto whole = plan::sum(total);
    const int ranks = int(ledger.ranks.size());
    const int shown = std::min(ranks, kMostBarRows);
    BarPicture picture{.kinds = {}, .rows = {}};
    picture.extent = std::max(1.0, double(planned.timeline().makespan.count()));
    picture.columns << BarRows::tr("all ranks") << BarRows::tr("share");
    for (int rank = 0; rank < shown; ++rank) {
        picture.columns << BarRows::tr("rank %1").arg(rank);
        picture.rows.push_back(
            {.name = BarRows::tr("rank %1").arg(rank),
             .value = timeInLesson(plan::sum(ledger.ranks[std::size_t(rank)]), options),
             .rank = rank});
    }
    // A bar as long as the others: what a rank does on average.
    picture.rows.push_back(
        {.name = BarRows::tr("all ranks"), .value = timeInLesson(whole, options)});
    for (std::size_t line = 0; line < plan::kLedgerLines; ++line) {
        if (total[line].count() == 0)
            continue;
        BarKind kind = kindOfLine(LedgerLine(line));
        kind.cells << timeInLesson(total[line], options) << shareText(total[line], whole);
        for (int rank = 0; rank < shown; ++rank) {
            const plan::Nanoseconds own = ledger.ranks[std::size_t(rank)][line];
            BarRow& row = picture.rows[std::size_t(rank)];
            row.pieces.push_back(double(own.count()));
            if (own.count() > 0)
                row.description += (row.description.isEmpty() ? QString() : QStringLiteral("\n"))
                    + labelled(kind.name, timeInLesson(own, options));
            kind.cells << timeInLesson(own, options);
        }
        BarRow& mean = picture.rows.back();
        mean.pieces.push_back(double(total[line].count()) / ranks);
        mean.description += (mean.description.isEmpty() ? QString() : QStringLiteral("\n"))
            + labelled(kind.name, timeInLesson(total[line], options));
        picture.kinds.push_back(std::move(kind));
    }
    if (ranks > shown)
        picture.foot = BarRows::tr("%1 more ranks are not drawn.").arg(ranks - shown);
    if (options.covered)
        cover(picture);
    return picture;
}

} // namespace gui
