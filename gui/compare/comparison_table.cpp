#include "gui/compare/comparison_table.h"

#include "gui/costs/cost_box.h"
#include "gui/costs/number_table_model.h"
#include "gui/estimate/verdict_text.h"
#include "gui/text/number_format.h"
#include "gui/text/plain_tip.h"
#include "gui/text/source_line.h"

#include <QCoreApplication>
#include <QFont>
#include <QLocale>
#include <QPixmap>

#include <iterator>

namespace gui {
namespace {

using MaybeNumber = std::optional<double>;

struct ComparisonColumn {
    const char* title;
    const char* tip;
    const char* csvTitle;
    QString (*shown)(double);
    // Of a step beside the first one, which has numbers too.
    MaybeNumber (*number)(const ComparedStep&, const ComparedStep& first);
};

QString wholeNumber(double value) { return QLocale().toString(value, 'f', 0); }

constexpr ComparisonColumn kComparisonColumns[] = {
    {QT_TRANSLATE_NOOP("Compare", "Step"), QT_TRANSLATE_NOOP("Compare", "Length of the step"),
     "makespan_us", [](double us) { return stepTime(fromMicroseconds(us)); },
     [](const ComparedStep& s, const ComparedStep&) {
         return MaybeNumber(microseconds(s.makespan));
     }},
    {QT_TRANSLATE_NOOP("Compare", "To the first"),
     QT_TRANSLATE_NOOP("Compare", "How much longer the step takes than the one on top"),
     "to_the_first", [](double more) { return relativeDifference(1 + more, 1); },
     [](const ComparedStep& s, const ComparedStep& first) {
         return &s == &first || first.makespan <= plan::Nanoseconds{0}
             ? MaybeNumber()
             : MaybeNumber(microseconds(s.makespan) / microseconds(first.makespan) - 1);
     }},
    {QT_TRANSLATE_NOOP("Compare", "Bubble"),
     QT_TRANSLATE_NOOP("Compare", "idle / (ranks × makespan)"), "bubble_fraction", &percent,
     [](const ComparedStep& s, const ComparedStep&) { return MaybeNumber(s.bubbleFraction); }},
    {QT_TRANSLATE_NOOP("Compare", "In flight"),
     QT_TRANSLATE_NOOP("Compare", "Most (microbatch, stage) pairs that a rank holds"),
     "max_in_flight", &wholeNumber,
     [](const ComparedStep& s, const ComparedStep&) { return MaybeNumber(s.maxInFlight); }},
    {QT_TRANSLATE_NOOP("Compare", "Memory"),
     QT_TRANSLATE_NOOP("Compare", "Peak of the rank or device that holds the most"), "peak_bytes",
     &bytesText, [](const ComparedStep& s, const ComparedStep&) { return s.peakBytes; }},
    {QT_TRANSLATE_NOOP("Compare", "Tokens/s"),
     QT_TRANSLATE_NOOP("Compare", "Of all devices together"), "tokens_per_second",
     [](double tokens) { return rate(tokens); },
     [](const ComparedStep& s, const ComparedStep&) { return s.tokensPerSecond; }},
    {QT_TRANSLATE_NOOP("Compare", "Activations"),
     QT_TRANSLATE_NOOP("Compare",
                       "What is in flight in p-ths of the model, whatever the chunks: what to "
                       "compare memory by"),
     "max_activations", [](double parts) { return threeDigits(parts); },
     [](const ComparedStep& s, const ComparedStep&) { return s.maxActivations; }},
    {QT_TRANSLATE_NOOP("Compare", "Bubble overhead"),
     QT_TRANSLATE_NOOP("Compare", "idle / busy, as the Megatron papers count"), "bubble_overhead",
     &percent,
     [](const ComparedStep& s, const ComparedStep&) { return MaybeNumber(s.bubbleOverhead); }},
    {QT_TRANSLATE_NOOP("Compare", "Bubble in the span"),
     QT_TRANSLATE_NOOP("Compare",
                       "Idle share of the longest time from a rank's first op to its "
                       "last, as the zero-bubble papers count"),
     "span_bubble_fraction", &percent,
     [](const ComparedStep& s, const ComparedStep&) { return s.spanBubbleFraction; }},
    {QT_TRANSLATE_NOOP("Compare", "Transfers"),
     QT_TRANSLATE_NOOP("Compare", "Messages between ranks in the whole step"), "transfers",
     &wholeNumber,
     [](const ComparedStep& s, const ComparedStep&) {
         return s.transfers ? MaybeNumber(static_cast<double>(*s.transfers)) : MaybeNumber();
     }},
    {QT_TRANSLATE_NOOP("Compare", "Weights"),
     QT_TRANSLATE_NOOP("Compare", "Copies of the model that the ranks hold together"),
     "weights_factor", [](double copies) { return QStringLiteral("%1×").arg(copies); },
     [](const ComparedStep& s, const ComparedStep&) {
         return s.weightsFactor ? MaybeNumber(*s.weightsFactor) : MaybeNumber();
     }},
};

constexpr int kNumbers = static_cast<int>(std::size(kComparisonColumns));

constexpr int kMarkSize = 12;

QString tableWords(const char* source) { return QCoreApplication::translate("Compare", source); }

} // namespace

ComparisonTable::ComparisonTable(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void ComparisonTable::setComparison(Comparison comparison)
{
    beginResetModel();
    m_comparison = std::move(comparison);
    m_fastest = fastestOf(m_comparison);
    endResetModel();
}

const ComparedStep& ComparisonTable::step(int index) const
{
    return *m_comparison[static_cast<std::size_t>(index)];
}

void ComparisonTable::setColours(const std::vector<QColor>& colours)
{
    m_colours = colours;
    if (rowCount() > 0)
        emit headerDataChanged(Qt::Vertical, 0, rowCount() - 1);
}

QVariant ComparisonTable::mark(int index) const
{
    const auto colour = static_cast<std::size_t>(step(index).colour);
    if (colour >= m_colours.size())
        return {};
    QPixmap mark(kMarkSize, kMarkSize);
    mark.fill(m_colours[colour]);
    return mark;
}

QString ComparisonTable::whyNot(int index) const { return step(index).whyNot; }

int ComparisonTable::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_comparison.size());
}

int ComparisonTable::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kNumbers;
}

QString ComparisonTable::shown(int index, int column) const
{
    const ComparisonColumn& each = kComparisonColumns[column];
    const ComparedStep& first = step(0);
    if (column == kToFirst && !first.whyNot.isEmpty())
        return QStringLiteral("–");
    const MaybeNumber number = each.number(step(index), first);
    return number ? each.shown(*number) : QStringLiteral("–");
}

QVariant ComparisonTable::data(const QModelIndex& index, int role) const
{
    const QString reason = whyNot(index.row());
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (reason.isEmpty() ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::ToolTipRole)
        return plainTip(reason.isEmpty()
                            ? withSource(tableWords(kComparisonColumns[index.column()].tip),
                                         step(index.row()).track.source)
                            : reason);
    if (role == Qt::FontRole && index.row() == m_fastest && index.column() == kStep
        && m_comparison.size() > 1) {
        QFont best;
        best.setWeight(QFont::DemiBold);
        return best;
    }
    if (role != Qt::DisplayRole)
        return {};
    if (!reason.isEmpty())
        return index.column() == 0 ? QVariant(reason) : QVariant();
    return shown(index.row(), index.column());
}

QVariant ComparisonTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(step(section).name)
            : role == Qt::ToolTipRole
            ? QVariant(plainTip(withSource(step(section).name, step(section).track.source)))
            : role == Qt::DecorationRole ? mark(section)
                                         : QVariant();
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | Qt::AlignRight);
    if (role == Qt::DisplayRole)
        return tableWords(kComparisonColumns[section].title);
    return role == Qt::ToolTipRole ? QVariant(tableWords(kComparisonColumns[section].tip))
                                   : QVariant();
}

QStringList ComparisonTable::csvLine(int index) const
{
    const ComparedStep& each = step(index);
    QStringList line{each.name, each.schedule, QString::number(each.chunks)};
    for (const ComparisonColumn& column : kComparisonColumns) {
        const bool known = each.whyNot.isEmpty()
            && (column.csvTitle != kComparisonColumns[kToFirst].csvTitle
                || step(0).whyNot.isEmpty());
        const MaybeNumber number = known ? column.number(each, step(0)) : MaybeNumber();
        line << (number ? numberText(*number) : QString());
    }
    return line << each.whyNot;
}

NamedTable ComparisonTable::named() const
{
    NamedTable table;
    table.name = tableWords(QT_TRANSLATE_NOOP("Compare", "Comparison"));
    QStringList titles{tableWords(QT_TRANSLATE_NOOP("Compare", "Source"))};
    QStringList keys{QStringLiteral("name"), QStringLiteral("schedule"), QStringLiteral("chunks")};
    for (const ComparisonColumn& column : kComparisonColumns) {
        titles << tableWords(column.title);
        keys << QString::fromLatin1(column.csvTitle);
    }
    table.shown.push_back(titles);
    table.exact.push_back(keys << QStringLiteral("why_not"));
    for (int i = 0; i < rowCount(); ++i) {
        table.exact.push_back(csvLine(i));
        QStringList& line = table.shown.emplace_back(QStringList{step(i).name});
        if (!whyNot(i).isEmpty())
            line << whyNot(i);
        else
            for (int column = 0; column < kNumbers; ++column)
                line << shown(i, column);
    }
    return table;
}

} // namespace gui
