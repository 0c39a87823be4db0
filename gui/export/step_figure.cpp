#include "gui/export/step_figure.h"

#include "gui/export/figure_sheet.h"

#include <QFontMetricsF>
#include <QHash>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <memory>

namespace gui {
namespace {

// As shares of the type's size: what is to be read from afar has strong lines, too.
constexpr double kHair = 0.033;
constexpr double kRule = 0.066;
constexpr double kHatchStep = 0.4;
constexpr double kChunkStep = 0.3;
constexpr double kLeastOutlined = 0.2; // of a box, both ways
constexpr double kGhostLine = 0.06;
constexpr double kCriticalLine = 0.13;
constexpr double kDashOfGhost = 2;    // widths of its line
constexpr double kLeastFramed = 3;    // likewise
constexpr double kSectionShare = 0.4; // of a row's height, from below

// Boxes are gathered by their colour: a file then says each colour once.
class StepPainter {
public:
    StepPainter(QPainter& painter, const FigureSheet& sheet)
        : m_painter(painter)
        , m_sheet(sheet)
        , m_type(sheet.font.pixelSize())
    {
    }

    void paint()
    {
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_sheet.inks.paper);
        m_painter.drawRects(std::array{QRectF(QPointF(0, 0), m_sheet.size)}.data(), 1);
        paintMarks();
        for (const FigureSheet::Row& row : m_sheet.rows)
            addGround(row);
        flush();
        for (const FigureSheet::Row& row : m_sheet.rows)
            addBoxes(row);
        flush();
        for (const FigureSheet::Row& row : m_sheet.rows)
            addLanes(row);
        flush();
        for (const FigureSheet::Row& row : m_sheet.rows)
            paintFrames(row);
        for (const FigureSheet::Row& row : m_sheet.rows)
            paintLabels(row);
        paintWords();
    }

private:
    // In an image as outlines: text would be set for the pixels of a screen.
    void write(QPointF at, const QString& words)
    {
        if (m_painter.paintEngine()->type() != QPaintEngine::Raster) {
            m_painter.drawText(at, words);
            return;
        }
        QPainterPath path;
        path.setFillRule(Qt::WindingFill);
        path.addText(at, m_painter.font(), words);
        m_painter.fillPath(path, m_painter.pen().color());
    }

    QRectF place(const FigureSheet::Row& row, const FigureBox& box) const
    {
        const double height = m_sheet.rowHeight - m_sheet.stripHeight;
        const double bottom = row.top + m_sheet.rowHeight;
        return {QPointF(m_sheet.plotLeft + box.left, bottom - box.head * height),
                QPointF(m_sheet.plotLeft + box.right, bottom - box.foot * height)};
    }

    void add(const QRectF& box, const FigureInk& ink, bool outlined)
    {
        m_fills[ink.fill.rgb()].push_back(box);
        if (box.width() > kLeastOutlined * m_type) {
            for (const QLineF& line : hatchLines(box, ink.hatch, kHatchStep * m_type))
                m_lines[ink.outline.rgb()].push_back(line);
            for (const QLineF& line : hatchLines(box, ink.pattern, kChunkStep * m_type))
                m_chunkLines[ink.patternLine.rgb()].push_back(line);
        }
        if (outlined && std::min(box.width(), box.height()) > kLeastOutlined * m_type)
            m_outlines[ink.outline.rgb()].push_back(box);
    }

    void addGround(const FigureSheet::Row& row)
    {
        if (row.right <= row.left)
            return;
        const double top = row.top + m_sheet.stripHeight;
        add({m_sheet.plotLeft + row.left, top, row.right - row.left,
             row.top + m_sheet.rowHeight - top},
            m_sheet.inks.idle, false);
        if (row.memoryHeight > 0)
            m_fills[m_sheet.inks.memoryGround.rgb()].push_back({m_sheet.plotLeft + row.left,
                                                                row.memoryTop, row.right - row.left,
                                                                row.memoryHeight});
        for (std::size_t phase = 0; phase < 3 && m_sheet.stripHeight > 0; ++phase)
            if (row.phases[phase + 1] > row.phases[phase])
                m_fills[m_sheet.inks.phases[phase].rgb()].push_back(
                    {m_sheet.plotLeft + row.phases[phase], row.top,
                     row.phases[phase + 1] - row.phases[phase], m_sheet.stripHeight});
    }

    void addBoxes(const FigureSheet::Row& row)
    {
        for (const FigureBox& box : row.boxes)
            add(place(row, box), m_sheet.inks.of(box.category, box.chunk), true);
    }

    // What lay within the ops, and the lanes under them.
    void addLanes(const FigureSheet::Row& row)
    {
        for (FigureBox box : row.sections) {
            box.foot *= kSectionShare;
            box.head *= kSectionShare;
            add(place(row, box), m_sheet.inks.of(box.category, 0), true);
        }
        double top = row.kernelTop;
        for (std::size_t kind = 0; kind < kKernelKinds && row.kernelHeight > 0; ++kind) {
            // The first takes half, as on the screen.
            const double height = row.kernelHeight * (kind == 0 ? 0.5 : 0.25);
            for (const FigureBox& box : row.kernels[kind])
                add({QPointF(m_sheet.plotLeft + box.left, top + (1 - box.head) * height),
                     QPointF(m_sheet.plotLeft + box.right, top + (1 - box.foot) * height)},
                    m_sheet.inks.of(box.category, 0), false);
            top += height;
        }
        const double bottom = row.memoryTop + row.memoryHeight;
        for (const FigureStack& stack : row.memory)
            for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
                const double foot = kind == 0 ? 0 : stack.heads[kind - 1];
                if (stack.heads[kind] > foot)
                    add({QPointF(m_sheet.plotLeft + stack.left,
                                 bottom - stack.heads[kind] * row.memoryHeight),
                         QPointF(m_sheet.plotLeft + stack.right, bottom - foot * row.memoryHeight)},
                        m_sheet.inks.memory[kind], false);
            }
    }

    QPen framePen(FigureFrame frame) const
    {
        QPen pen(m_sheet.inks.text,
                 (frame == FigureFrame::Critical ? kCriticalLine : kGhostLine) * m_type,
                 Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
        if (frame == FigureFrame::Ghost)
            pen.setDashPattern({kDashOfGhost, kDashOfGhost});
        return pen;
    }

    void paintFrames(const FigureSheet::Row& row)
    {
        m_painter.setBrush(Qt::NoBrush);
        const auto paint = [&](const std::vector<FigureBox>& boxes, FigureFrame frame) {
            const QPen pen = framePen(frame);
            QList<QRectF> frames;
            QList<QLineF> edges; // of boxes that a frame would fill: above and below them
            for (const FigureBox& box : boxes) {
                const QRectF at = place(row, box);
                if (at.width() >= kLeastFramed * pen.widthF())
                    frames.push_back(at);
                else
                    edges << QLineF(at.topLeft(), at.topRight())
                          << QLineF(at.bottomLeft(), at.bottomRight());
            }
            m_painter.setPen(pen);
            if (!frames.isEmpty())
                m_painter.drawRects(frames);
            if (!edges.isEmpty())
                m_painter.drawLines(edges);
        };
        paint(row.ghosts, FigureFrame::Ghost);
        paint(row.critical, FigureFrame::Critical);
        if (!row.predictedMemory)
            return;
        const double y = row.memoryTop + row.memoryHeight * (1 - *row.predictedMemory);
        QPen pen(m_sheet.inks.text, kRule * m_type, Qt::SolidLine, Qt::FlatCap);
        pen.setDashPattern({3, 3});
        m_painter.setPen(pen);
        m_painter.drawLines(
            QList<QLineF>{{m_sheet.plotLeft + row.left, y, m_sheet.plotLeft + row.right, y}});
    }

    static bool hasSectionIn(const FigureSheet::Row& row, const FigureBox& box)
    {
        const auto found
            = std::partition_point(row.sections.begin(), row.sections.end(),
                                   [&](const FigureBox& each) { return each.right <= box.left; });
        return found != row.sections.end() && found->left < box.right;
    }

    template <class Shapes, class Draw>
    static void each(const Shapes& shapes, const Draw& draw)
    {
        QList<QRgb> colours = shapes.keys();
        std::sort(colours.begin(), colours.end()); // the same file for the same figure
        for (const QRgb colour : colours)
            draw(QColor(colour), shapes[colour]);
    }

    void flush()
    {
        m_painter.setPen(Qt::NoPen);
        // Where soft edges meet, the ground would shine through.
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        each(m_fills, [this](const QColor& colour, const QList<QRectF>& boxes) {
            m_painter.setBrush(colour);
            m_painter.drawRects(boxes);
        });
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setBrush(Qt::NoBrush);
        const auto draw = [this](double width) {
            return [this, width](const QColor& colour, const QList<QLineF>& lines) {
                m_painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::FlatCap));
                m_painter.drawLines(lines);
            };
        };
        each(m_chunkLines, draw(kDot * kChunkStep * m_type));
        each(m_lines, draw(kHair * m_type));
        each(m_outlines, [this](const QColor& colour, const QList<QRectF>& boxes) {
            m_painter.setPen(
                QPen(colour, kHair * m_type, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
            m_painter.drawRects(boxes);
        });
        m_fills.clear();
        m_chunkLines.clear();
        m_lines.clear();
        m_outlines.clear();
    }

    void paintLabels(const FigureSheet::Row& row)
    {
        m_painter.setFont(m_sheet.boxFont);
        const QFontMetricsF metrics(m_sheet.boxFont);
        for (std::size_t i = 0; i < row.labels.size(); ++i) {
            if (row.labels[i].isEmpty())
                continue;
            const QRectF box = place(row, row.boxes[i]);
            const FigureInk ink = m_sheet.inks.of(row.boxes[i].category, row.boxes[i].chunk);
            const double width = metrics.horizontalAdvance(row.labels[i]);
            const double rise = metrics.capHeight();
            const QPointF at(box.center().x() - width / 2, box.center().y() + rise / 2);
            // No line that is as dark crosses a letter, and no other colour is behind it.
            const bool isCrossed = ink.hatch != Hatch::None
                || (ink.pattern != Hatch::None && m_sheet.look.greyscale);
            if (isCrossed || hasSectionIn(row, row.boxes[i])) {
                m_painter.setPen(Qt::NoPen);
                m_painter.setBrush(ink.fill);
                const double pad = rise * 0.2;
                const QRectF behind(at.x() - pad, at.y() - rise - pad, width + 2 * pad,
                                    rise + 2 * pad);
                const double edge = kHair * m_type; // of the box, which stays
                m_painter.drawRects(
                    std::array{behind.intersected(box.adjusted(edge, edge, -edge, -edge))}.data(),
                    1);
            }
            m_painter.setPen(ink.text);
            write(at, row.labels[i]);
        }
    }

    void paintMarks()
    {
        m_painter.setPen(QPen(m_sheet.inks.rule, kRule * m_type, Qt::SolidLine, Qt::FlatCap));
        const double length = 2 * kUnitsPerPoint;
        QList<QLineF> lines{{m_sheet.plotLeft, m_sheet.axisTop,
                             m_sheet.plotLeft + m_sheet.plotWidth, m_sheet.axisTop}};
        for (const FigureSheet::Mark& mark : m_sheet.marks)
            lines.emplace_back(mark.x, m_sheet.axisTop, mark.x,
                               m_sheet.axisTop + (mark.text.isEmpty() ? length / 2 : length));
        m_painter.drawLines(lines);
        m_painter.setFont(m_sheet.font);
        m_painter.setPen(m_sheet.inks.muted);
        const QFontMetricsF metrics(m_sheet.font);
        const double last = m_sheet.size.width() - m_sheet.margin;
        for (const FigureSheet::Mark& mark : m_sheet.marks) {
            const double width = metrics.horizontalAdvance(mark.text);
            const double left = std::min(mark.x - width / 2, last - width);
            if (!mark.text.isEmpty())
                write(QPointF(left, m_sheet.axisTop + 1.5 * length + metrics.ascent()), mark.text);
        }
    }

    void paintKey(const FigureSheet::Key& key, const QFontMetricsF& metrics)
    {
        const double side = metrics.capHeight();
        const double width = 1.6 * side;
        const double height = key.isStrip ? side / 2.5 : side;
        const QRectF swatch(key.left, key.baseline - (side + height) / 2, width, height);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(key.ink.fill);
        m_painter.drawRects(std::array{swatch}.data(), 1);
        m_painter.setPen(
            QPen(key.ink.patternLine, kDot * kChunkStep * m_type, Qt::SolidLine, Qt::FlatCap));
        for (const QLineF& line : hatchLines(swatch, key.ink.pattern, kChunkStep * m_type))
            m_painter.drawLine(line);
        m_painter.setPen(QPen(key.ink.outline, kHair * m_type, Qt::SolidLine, Qt::FlatCap));
        for (const QLineF& line : hatchLines(swatch, key.ink.hatch, kHatchStep * m_type / 1.5))
            m_painter.drawLine(line);
        m_painter.setBrush(Qt::NoBrush);
        if (key.frame != FigureFrame::None)
            m_painter.setPen(framePen(key.frame));
        if (!key.isStrip)
            m_painter.drawRects(std::array{swatch}.data(), 1);
        m_painter.setPen(m_sheet.inks.text);
        write(QPointF(key.left + width + side / 2, key.baseline), key.name);
    }

    void paintWords()
    {
        const QFontMetricsF metrics(m_sheet.font);
        m_painter.setFont(m_sheet.font);
        for (const FigureSheet::Key& key : m_sheet.keys)
            paintKey(key, metrics);
        m_painter.setPen(m_sheet.inks.text);
        const double right = m_sheet.size.width() - m_sheet.margin;
        for (const FigureSheet::Caption& caption : m_sheet.captions) {
            write(QPointF(m_sheet.margin, caption.baseline), caption.left);
            write(QPointF(right - metrics.horizontalAdvance(caption.right), caption.baseline),
                  caption.right);
        }
        m_painter.setPen(m_sheet.inks.muted);
        for (const FigureSheet::Row& row : m_sheet.rows)
            if (!row.name.isEmpty())
                write(QPointF(m_sheet.nameRight - metrics.horizontalAdvance(row.name),
                              row.top + (m_sheet.rowHeight + metrics.capHeight()) / 2),
                      row.name);
        double y = m_sheet.notesTop;
        for (const QString& note : m_sheet.notes) {
            write(QPointF(m_sheet.margin, y + metrics.ascent()), note);
            y += metrics.height();
        }
        if (m_sheet.title.isEmpty())
            return;
        m_painter.setFont(m_sheet.titleFont);
        m_painter.setPen(m_sheet.inks.text);
        write(QPointF(m_sheet.margin, m_sheet.titleBaseline), m_sheet.title);
    }

    QPainter& m_painter;
    const FigureSheet& m_sheet;
    double m_type; // size of the type
    QHash<QRgb, QList<QRectF>> m_fills;
    QHash<QRgb, QList<QRectF>> m_outlines;
    QHash<QRgb, QList<QLineF>> m_chunkLines;
    QHash<QRgb, QList<QLineF>> m_lines;
};

} // namespace

TimeRange wholeRange(const std::vector<TrackData>& tracks)
{
    Nanoseconds end{1};
    for (const TrackData& track : tracks)
        if (track.timeline)
            end = std::max(end, track.timeline->makespan);
    return {Nanoseconds{0}, end};
}

Figure stepFigure(const ShownSteps& steps, const FigureLook& look)
{
    const auto sheet = std::make_shared<const FigureSheet>(figureSheet(steps, look));
    return {sheet->size, [sheet](QPainter& painter) { StepPainter(painter, *sheet).paint(); }};
}

} // namespace gui
