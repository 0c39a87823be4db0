#include "gui/compare/comparison_table.h"

#include "gui/costs/cost_box.h"
#include "gui/costs/number_table_model.h"
#include "gui/text/number_format.h"
#include "gui/timeline/time_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <iterator>

namespace gui {
namespace {

struct ComparisonColumn {
    const char* title;
    const char* tip;
    const char* csvTitle;
    QString (*shown)(const plan::ComparisonRow&);
    double (*number)(const plan::ComparisonRow&);
};

constexpr ComparisonColumn kComparisonColumns[] = {
    {QT_TRANSLATE_NOOP("Compare", "Makespan"), QT_TRANSLATE_NOOP("Compare", "Length of the step"),
     "makespan_us",
     [](const plan::ComparisonRow& r) {
         return QString::fromStdString(timeText(r.makespan, TimeUnit::Auto));
     },
     [](const plan::ComparisonRow& r) { return microseconds(r.makespan); }},
    {QT_TRANSLATE_NOOP("Compare", "Bubble fraction"),
     QT_TRANSLATE_NOOP("Compare", "idle / (ranks × makespan)"), "bubble_fraction",
     [](const plan::ComparisonRow& r) { return percent(r.bubbleFraction); },
     [](const plan::ComparisonRow& r) { return r.bubbleFraction; }},
    {QT_TRANSLATE_NOOP("Compare", "Bubble overhead"),
     QT_TRANSLATE_NOOP("Compare", "idle / busy, as the Megatron papers count"), "bubble_overhead",
     [](const plan::ComparisonRow& r) { return percent(r.bubbleOverhead); },
     [](const plan::ComparisonRow& r) { return r.bubbleOverhead; }},
    {QT_TRANSLATE_NOOP("Compare", "Bubble in the span"),
     QT_TRANSLATE_NOOP("Compare",
                       "Idle share of the longest time from a rank's first op to its "
                       "last, as the zero-bubble papers count"),
     "span_bubble_fraction",
     [](const plan::ComparisonRow& r) { return percent(r.spanBubbleFraction); },
     [](const plan::ComparisonRow& r) { return r.spanBubbleFraction; }},
    {QT_TRANSLATE_NOOP("Compare", "Peak in flight"),
     QT_TRANSLATE_NOOP("Compare", "(microbatch, stage) pairs on the fullest rank"), "max_in_flight",
     [](const plan::ComparisonRow& r) { return QString::number(r.maxInFlight); },
     [](const plan::ComparisonRow& r) { return double(r.maxInFlight); }},
    {QT_TRANSLATE_NOOP("Compare", "Activations"),
     QT_TRANSLATE_NOOP("Compare",
                       "That peak in p-ths of the model, whatever the chunks: what to "
                       "compare memory by"),
     "max_activations", [](const plan::ComparisonRow& r) { return numberText(r.maxActivations); },
     [](const plan::ComparisonRow& r) { return r.maxActivations; }},
    {QT_TRANSLATE_NOOP("Compare", "Transfers"),
     QT_TRANSLATE_NOOP("Compare", "Messages between ranks in the whole step"), "transfers",
     [](const plan::ComparisonRow& r) { return QString::number(r.transfers); },
     [](const plan::ComparisonRow& r) { return static_cast<double>(r.transfers); }},
    {QT_TRANSLATE_NOOP("Compare", "Weights"),
     QT_TRANSLATE_NOOP("Compare", "Copies of the model that the ranks hold together"),
     "weights_factor",
     [](const plan::ComparisonRow& r) { return QStringLiteral("%1×").arg(r.weightsFactor); },
     [](const plan::ComparisonRow& r) { return double(r.weightsFactor); }},
};

constexpr int kNumbers = static_cast<int>(std::size(kComparisonColumns));

QString words(const char* source) { return QCoreApplication::translate("Compare", source); }

// A field of CSV: quoted where it must be.
QString csvField(QString text)
{
    if (!text.contains(QLatin1Char(',')) && !text.contains(QLatin1Char('"'))
        && !text.contains(QLatin1Char('\n')))
        return text;
    return QLatin1Char('"') + text.replace(QLatin1Char('"'), QStringLiteral("\"\""))
        + QLatin1Char('"');
}

QString nameOf(const plan::ComparisonRow& row)
{
    const QString name = QString::fromStdString(row.name);
    return row.shape.chunks > 1 ? QStringLiteral("%1, v=%2").arg(name).arg(row.shape.chunks) : name;
}

QString padded(const std::vector<QStringList>& lines)
{
    std::vector<qsizetype> widths;
    for (const QStringList& line : lines)
        for (qsizetype i = 0; i < line.size(); ++i) {
            if (static_cast<std::size_t>(i) == widths.size())
                widths.push_back(0);
            if (line.size() > 2) // a reason stands beyond the columns
                widths[static_cast<std::size_t>(i)]
                    = std::max(widths[static_cast<std::size_t>(i)], line[i].size());
        }
    QString text;
    for (const QStringList& line : lines) {
        QString joined;
        for (qsizetype i = 0; i < line.size(); ++i)
            joined += line[i].leftJustified(widths[static_cast<std::size_t>(i)] + 2);
        text += joined.trimmed() + QLatin1Char('\n');
    }
    return text;
}

} // namespace

ComparisonTable::ComparisonTable(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void ComparisonTable::setComparison(ScheduleComparisonPtr comparison)
{
    beginResetModel();
    m_comparison = std::move(comparison);
    endResetModel();
}

const plan::ComparisonRow& ComparisonTable::row(int index) const
{
    return m_comparison->steps[static_cast<std::size_t>(index)].row;
}

QString ComparisonTable::whyNot(int index) const
{
    return QString::fromStdString(row(index).whyNot);
}

int ComparisonTable::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_comparison ? 0 : static_cast<int>(m_comparison->steps.size());
}

int ComparisonTable::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kNumbers;
}

QVariant ComparisonTable::data(const QModelIndex& index, int role) const
{
    const QString reason = whyNot(index.row());
    const ComparisonColumn& column = kComparisonColumns[index.column()];
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (reason.isEmpty() ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::ToolTipRole)
        return reason.isEmpty() ? words(column.tip) : reason;
    if (role != Qt::DisplayRole)
        return {};
    if (!reason.isEmpty())
        return index.column() == 0 ? QVariant(reason) : QVariant();
    return column.shown(row(index.row()));
}

QVariant ComparisonTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(nameOf(row(section))) : QVariant();
    if (role == Qt::DisplayRole)
        return words(kComparisonColumns[section].title);
    return role == Qt::ToolTipRole ? QVariant(words(kComparisonColumns[section].tip)) : QVariant();
}

QString ComparisonTable::text(TableFormat format) const
{
    // CSV is read by programs: its titles are not translated and its numbers not rounded.
    const bool csv = format == TableFormat::Csv;
    std::vector<QStringList> lines{
        csv ? QStringList{QStringLiteral("schedule"), QStringLiteral("chunks")}
            : QStringList{words(QT_TRANSLATE_NOOP("Compare", "Schedule"))}};
    for (const ComparisonColumn& column : kComparisonColumns)
        lines.front() << (csv ? QString::fromLatin1(column.csvTitle) : words(column.title));
    if (csv)
        lines.front() << QStringLiteral("why_not");
    for (int i = 0; i < rowCount(); ++i) {
        QStringList& line
            = lines.emplace_back(csv ? QStringList{QString::fromStdString(row(i).name),
                                                   QString::number(row(i).shape.chunks)}
                                     : QStringList{nameOf(row(i))});
        const QString reason = whyNot(i);
        if (!reason.isEmpty() && !csv) {
            line << reason;
            continue;
        }
        for (const ComparisonColumn& column : kComparisonColumns)
            line << (!reason.isEmpty() ? QString()
                         : csv         ? numberText(column.number(row(i)))
                                       : column.shown(row(i)));
        if (csv)
            line << reason;
    }
    if (format == TableFormat::Text)
        return padded(lines);

    QString text;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        QStringList& line = lines[i];
        if (csv) {
            std::transform(line.begin(), line.end(), line.begin(), csvField);
            text += line.join(QLatin1Char(',')) + QLatin1Char('\n');
            continue;
        }
        // A bar within a cell would begin another column.
        line.replaceInStrings(QStringLiteral("|"), QStringLiteral("\\|"));
        text += QStringLiteral("| ") + line.join(QStringLiteral(" | ")) + QStringLiteral(" |\n");
        if (i == 0) // names to the left, numbers to the right
            text += QStringLiteral("| :--- |") + QStringLiteral(" ---: |").repeated(kNumbers)
                + QLatin1Char('\n');
    }
    return text;
}

} // namespace gui
