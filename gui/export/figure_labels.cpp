#include "gui/export/figure_labels.h"

#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <cmath>

namespace gui {
namespace {

constexpr double kPad = 0.06; // of the type's size, at both sides of a label
constexpr double kSmaller = 0.95;
constexpr double kSmallName = 0.7; // of the largest type: smaller names give way to large numbers
constexpr double kNearlyAll = 0.9; // boxes

// From the shortest to the longest.
enum class Form { Number, Name, NameAndChunk };
constexpr std::array kLongestFirst{Form::NameAndChunk, Form::Name, Form::Number};

int digitsOf(int number) { return static_cast<int>(QString::number(number).size()); }

// How wide labels are in one type, where every digit is as wide as any other, and every letter
// taken for as wide as the widest of `letters`.
class LabelWidths {
public:
    LabelWidths(const QFont& font, const QString& letters)
        : m_pads(2 * kPad * font.pixelSize())
    {
        const QFontMetricsF metrics(font);
        m_digit = metrics.horizontalAdvance(QLatin1Char('0'));
        m_chunk = metrics.horizontalAdvance(QStringLiteral("·c"));
        for (const QChar letter : letters)
            m_letter = std::max(m_letter, metrics.horizontalAdvance(letter));
    }

    double of(Form form, int numberDigits, int chunkDigits) const
    {
        double width = m_pads + numberDigits * m_digit;
        if (form != Form::Number)
            width += m_letter;
        if (form == Form::NameAndChunk)
            width += m_chunk + chunkDigits * m_digit;
        return width;
    }

private:
    double m_pads;
    double m_digit = 0;
    double m_chunk = 0;
    double m_letter = 0;
};

class Labeller {
public:
    Labeller(FigureSheet& sheet, const std::vector<FigureRowOf>& rows)
        : m_sheet(sheet)
        , m_rows(rows)
    {
        int number = 0;
        for (const FigureRowOf& row : rows) {
            if (row.track->schedule)
                m_chunks = std::max(m_chunks, row.track->schedule->shape.chunks);
            for (const plan::Span& span : spansOf(row)) {
                number = std::max(number, static_cast<int>(span.op.microbatch));
                const auto letter = QLatin1Char(plan::letter(span.op.kind));
                if (!m_letters.contains(letter))
                    m_letters += letter;
            }
        }
        m_numberDigits = digitsOf(number);
    }

    void label(double leastType)
    {
        chooseType(leastType);
        const LabelWidths widths(m_sheet.boxFont, m_letters);
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            FigureSheet::Row& row = m_sheet.rows[i];
            row.labels.assign(row.boxes.size(), QString());
            for (std::size_t box = 0; box < row.boxes.size(); ++box)
                row.labels[box] = longestLabel(widths, m_rows[i], row.boxes[box]);
        }
    }

private:
    static const std::vector<plan::Span>& spansOf(const FigureRowOf& row)
    {
        return row.track->timeline->spans[static_cast<std::size_t>(row.rank)];
    }

    static const plan::Op& opOf(const FigureRowOf& row, const FigureBox& box)
    {
        return spansOf(row)[static_cast<std::size_t>(box.span)].op;
    }

    bool isWanted(Form form) const
    {
        return form == Form::Number
            || (m_sheet.look.chunks && (form == Form::Name || m_chunks > 1));
    }

    // A number is as wide as it is; names, as the longest of all, so that neighbours are alike.
    bool hasRoom(const LabelWidths& widths, Form form, const plan::Op& op,
                 const FigureBox& box) const
    {
        const int digits = form == Form::Number ? digitsOf(op.microbatch) : m_numberDigits;
        return widths.of(form, digits, digitsOf(m_chunks - 1)) <= box.right - box.left;
    }

    // Boxes of one op each that have room for that form in type of that size.
    double fitting(Form form, double type)
    {
        m_sheet.boxFont.setPixelSize(static_cast<int>(std::lround(type)));
        const LabelWidths widths(m_sheet.boxFont, m_letters);
        double count = 0;
        for (std::size_t i = 0; i < m_rows.size(); ++i)
            for (const FigureBox& box : m_sheet.rows[i].boxes)
                count += box.span >= 0 && hasRoom(widths, form, opOf(m_rows[i], box), box);
        return count;
    }

    double boxesOfOneOp() const
    {
        double count = 0;
        for (const FigureSheet::Row& row : m_sheet.rows)
            for (const FigureBox& box : row.boxes)
                count += box.span >= 0;
        return count;
    }

    // The longest form that nearly all boxes have room for, in type as large as may be; or else the
    // largest type in which nearly all have a number that can have one at all.
    void chooseType(double leastType)
    {
        const double whole = m_sheet.boxFont.pixelSize();
        const double all = boxesOfOneOp();
        for (const Form form : kLongestFirst) {
            if (!isWanted(form))
                continue;
            const bool isLast = form == Form::Number;
            const double least = isLast ? leastType : std::max(leastType, kSmallName * whole);
            const double wanted = kNearlyAll * (isLast ? fitting(form, least) : all);
            double type = whole;
            while (type >= least) {
                if (fitting(form, type) >= wanted)
                    return;
                type *= kSmaller;
            }
        }
        fitting(Form::Number, leastType);
    }

    QString longestLabel(const LabelWidths& widths, const FigureRowOf& row,
                         const FigureBox& box) const
    {
        if (box.span < 0)
            return {};
        const plan::Op& op = opOf(row, box);
        for (const Form form : kLongestFirst)
            if (isWanted(form) && hasRoom(widths, form, op, box))
                return text(form, op, row, box.chunk);
        return {};
    }

    static QString text(Form form, const plan::Op& op, const FigureRowOf& row, int chunk)
    {
        const QString number = QString::number(op.microbatch);
        if (form == Form::Number)
            return number;
        const QString name = QLatin1Char(plan::letter(op.kind)) + number;
        const bool hasChunks = row.track->schedule && row.track->schedule->shape.chunks > 1;
        return form == Form::NameAndChunk && hasChunks ? name + QStringLiteral("·c%1").arg(chunk)
                                                       : name;
    }

    FigureSheet& m_sheet;
    const std::vector<FigureRowOf>& m_rows;
    QString m_letters; // of all ops
    int m_chunks = 1;
    int m_numberDigits = 1;
};

} // namespace

void labelBoxes(FigureSheet& sheet, const std::vector<FigureRowOf>& rows, double leastType)
{
    Labeller(sheet, rows).label(leastType);
}

} // namespace gui
