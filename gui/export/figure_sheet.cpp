#include "gui/export/figure_sheet.h"

#include "engine/plan/phases.h"
#include "gui/export/fair_shares.h"
#include "gui/export/figure_extras.h"
#include "gui/export/figure_labels.h"
#include "gui/text/number_format.h"
#include "gui/theme/op_colours.h"
#include "gui/timeline/time_text.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QTextLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gui {
namespace {

constexpr double kPt = kUnitsPerPoint;
constexpr int kFewRows = 16;
constexpr double kCaption = 1.4; // lines of type
constexpr double kUnderCaption = 0.45;

// How a paper is set.
struct Setting {
    double margin;
    double mostHeight;
    double mostRow;  // from one row to the next
    double leastRow; // less than that, and ranks are left out
    double leastType;
    double titleType;
};

Setting settingOf(Paper paper)
{
    switch (paper) {
    case Paper::Column:
        return {1 * kPt, 4.4 * kUnitsPerInch, 13 * kPt, 0.9 * kPt, 4.5 * kPt, 8 * kPt};
    case Paper::Page:
        return {1 * kPt, 8.4 * kUnitsPerInch, 15 * kPt, 0.9 * kPt, 5 * kPt, 9 * kPt};
    case Paper::Slide:
        break;
    }
    return {36 * kPt, 540 * kPt, 92 * kPt, 2 * kPt, 9 * kPt, 28 * kPt};
}

QFont typeOf(double units)
{
    QFont font = QGuiApplication::font();
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(units))));
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

class SheetMaker {
public:
    SheetMaker(const ShownSteps& steps, const FigureLook& look)
        : m_steps(steps)
        , m_setting(settingOf(look.paper))
    {
        m_sheet.look = look;
        m_sheet.inks = figureInks(withColours(lightTheme(), look.colours), look.greyscale);
        m_sheet.font = typeOf(typeSizeOf(look.paper));
        m_sheet.titleFont = typeOf(m_setting.titleType);
        m_sheet.titleFont.setBold(true);
        m_sheet.margin = m_setting.margin;
        m_line = QFontMetricsF(m_sheet.font).height();
        for (const TrackData& track : steps.tracks)
            if (track.timeline)
                m_tracks.push_back(&track);
    }

    FigureSheet make()
    {
        const double width = widthOf(m_sheet.look.paper);
        m_y = m_setting.margin;
        m_sheet.size.setWidth(width);
        placePlot();
        placeTitle();
        if (m_sheet.look.legend)
            placeKeys(); // whose height is needed before the rows have theirs
        placeRows();
        m_sheet.axisTop = m_y + 1.5 * kPt;
        m_y = m_sheet.axisTop + 3 * kPt + m_line;
        for (const Tick& tick : rulerTicks({m_steps.range, m_sheet.plotWidth}, 5 * m_line))
            if (const double x = axis().x(tick.time); x >= 0 && x <= m_sheet.plotWidth + 0.5)
                m_sheet.marks.push_back({m_sheet.plotLeft + x, QString::fromStdString(tick.text)});
        m_sheet.notesTop = m_y;
        m_y += m_line * static_cast<double>(m_sheet.notes.size()) + m_setting.margin;
        if (m_sheet.look.paper == Paper::Slide)
            m_y = m_setting.mostHeight;
        m_sheet.size.setHeight(std::ceil(m_y));
        return std::move(m_sheet);
    }

private:
    TimeAxis axis() const { return {m_steps.range, m_sheet.plotWidth}; }

    int lastRank(const TrackData& track) const { return lastRankShown(track, m_steps.lastRank); }

    int rowsWanted(const TrackData& track) const
    {
        return std::max(0, lastRank(track) - m_steps.firstRank + 1);
    }

    // With its lanes, in heights of the row of ops.
    double shareOf(const TrackData& track) const
    {
        return laneShares(track, m_sheet.look.extras).whole();
    }

    QString rankName(int rank) const
    {
        return figureText(QT_TRANSLATE_NOOP("Figure", "rank %1")).arg(rank);
    }

    void placePlot()
    {
        int last = 0;
        for (const TrackData* track : m_tracks)
            last = std::max(last, lastRank(*track));
        // Every digit is as wide as any other.
        const double names = QFontMetricsF(m_sheet.font).horizontalAdvance(rankName(last));
        m_sheet.nameRight = m_setting.margin + names;
        m_sheet.plotLeft = m_sheet.nameRight + 0.45 * m_sheet.font.pixelSize();
        m_sheet.plotWidth = m_sheet.size.width() - m_setting.margin - m_sheet.plotLeft;
    }

    QString elided(const QFont& font, const QString& text, double room) const
    {
        // Of text of any length only what could be seen is looked at.
        return QFontMetricsF(font).elidedText(text.left(400).simplified(), Qt::ElideRight, room);
    }

    void placeTitle()
    {
        if (!m_sheet.look.title || m_steps.title.isEmpty())
            return;
        const QFontMetricsF metrics(m_sheet.titleFont);
        m_sheet.title
            = elided(m_sheet.titleFont, m_steps.title, m_sheet.size.width() - 2 * m_setting.margin);
        m_sheet.titleBaseline = m_y + metrics.ascent();
        m_y += metrics.height() + 0.3 * m_line;
    }

    // As far apart as it takes no further line.
    void placeKeys()
    {
        constexpr double kGap = 1.2; // of a line
        constexpr double kLeastGap = 0.8;
        const double top = m_y;
        m_sheet.keys = keysOf(m_steps, m_sheet.look, m_sheet.inks);
        setKeys(kLeastGap * m_line);
        const double least = std::exchange(m_y, top);
        setKeys(kGap * m_line);
        if (m_y <= least)
            return;
        m_y = top;
        setKeys(kLeastGap * m_line);
    }

    void setKeys(double gap)
    {
        const QFontMetricsF metrics(m_sheet.font);
        const double swatch = 2.1 * metrics.capHeight();
        double x = m_setting.margin;
        for (FigureSheet::Key& key : m_sheet.keys) {
            const double width = swatch + metrics.horizontalAdvance(key.name);
            if (x > m_setting.margin && x + width > m_sheet.size.width() - m_setting.margin) {
                x = m_setting.margin;
                m_y += 1.1 * m_line;
            }
            key.left = x;
            key.baseline = m_y + metrics.ascent();
            x += width + gap;
        }
        m_y += m_line + 2 * kPt;
    }

    bool hasCaptions() const
    {
        return m_tracks.size() > 1 || m_sheet.look.title || m_sheet.look.paper == Paper::Slide;
    }

    void placeRows()
    {
        int wanted = 0;
        double shares = 0;
        for (const TrackData* track : m_tracks) {
            wanted += rowsWanted(*track);
            shares += rowsWanted(*track) * shareOf(*track);
        }
        QStringList notes = wrapped(legendNotes(m_steps, m_sheet.look));
        if (mergesOps())
            notes << wrapped({figureText(QT_TRANSLATE_NOOP(
                "Figure",
                "Where ops are narrower than a dot, columns show their shares of time"))});
        const double captions = hasCaptions() ? (kCaption + (wanted > kFewRows ? kUnderCaption : 0))
                * m_line * static_cast<double>(m_tracks.size())
                                              : 0;
        // Under them the axis and the notes; of many rows, some may have to be left out.
        const qsizetype hiddenLines = wanted > kFewRows ? wrapped({hiddenNote(wanted)}).size() : 0;
        const double foot = 6 * kPt + m_setting.margin
            + static_cast<double>(1 + notes.size() + hiddenLines) * m_line;
        const double room = std::max(m_line, m_setting.mostHeight - m_y - captions - foot);
        const double step
            = std::clamp(room / std::max(1.0, shares), m_setting.leastRow, m_setting.mostRow);
        m_sheet.rowHeight = step > 4 * kPt ? 0.84 * step : step;
        m_sheet.stripHeight = m_sheet.look.phases && m_sheet.rowHeight > 5 * kPt
            ? std::max(0.8 * kPt, 0.1 * m_sheet.rowHeight)
            : 0;
        m_nameEvery = std::max(1, static_cast<int>(std::ceil(0.95 * m_line / step)));
        chooseBoxType();
        m_sheet.plotTop = m_y;
        std::vector<double> needs;
        needs.reserve(m_tracks.size());
        for (const TrackData* track : m_tracks)
            needs.push_back(rowsWanted(*track) * step * shareOf(*track));
        const std::vector<double> rooms = fairShares(needs, room);
        for (std::size_t i = 0; i < m_tracks.size(); ++i)
            placeTrack(*m_tracks[i], step, rooms[i]);
        if (m_hasLabels)
            labelBoxes(m_sheet, m_rowOf, m_setting.leastType);
        if (const int hidden = wanted - static_cast<int>(m_sheet.rows.size()); hidden > 0)
            m_sheet.notes << wrapped({hiddenNote(hidden)});
        m_sheet.notes << notes;
    }

    static QString hiddenNote(int ranks)
    {
        if (ranks == 1)
            return figureText(QT_TRANSLATE_NOOP("Figure", "One further rank has no room here"));
        return figureText(QT_TRANSLATE_NOOP("Figure", "%1 further ranks have no room here"))
            .arg(ranks);
    }

    // Each in as many lines as it takes.
    QStringList wrapped(const QStringList& notes) const
    {
        QStringList lines;
        for (const QString& note : notes) {
            QTextLayout layout(note, m_sheet.font);
            layout.beginLayout();
            for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
                line.setLineWidth(m_sheet.size.width() - 2 * m_setting.margin);
                lines << note.mid(line.textStart(), line.textLength()).trimmed();
            }
            layout.endLayout();
        }
        return lines;
    }

    // Some op in sight is too narrow to be printed by itself.
    bool mergesOps() const
    {
        const double most = m_sheet.look.dot / axis().pixelsPerNanosecond();
        const auto isNarrow = [&](const plan::Span& span) {
            return span.end > m_steps.range.begin && span.start < m_steps.range.end
                && static_cast<double>((span.end - span.start).count()) < most;
        };
        for (const TrackData* track : m_tracks)
            for (int rank = m_steps.firstRank; rank <= lastRank(*track); ++rank) {
                const auto& spans = track->timeline->spans[static_cast<std::size_t>(rank)];
                if (std::any_of(spans.begin(), spans.end(), isNarrow))
                    return true;
            }
        return false;
    }

    void chooseBoxType()
    {
        const double room = 0.72 * (m_sheet.rowHeight - m_sheet.stripHeight);
        const double units = std::min(typeSizeOf(m_sheet.look.paper), room);
        m_hasLabels = units >= m_setting.leastType;
        m_sheet.boxFont = typeOf(units);
    }

    void placeTrack(const TrackData& track, double step, double room)
    {
        const double pitch = step * shareOf(track);
        const int ranks
            = std::min(static_cast<int>((room + 1e-6 * step) / pitch), rowsWanted(track));
        if (ranks <= 0)
            return;
        if (hasCaptions()) {
            const QFontMetricsF metrics(m_sheet.font);
            const QString time = stepTime(track.timeline->makespan);
            const double width = m_sheet.size.width() - 2 * m_setting.margin - 2 * m_line
                - metrics.horizontalAdvance(time);
            m_y += (kCaption - 1.1) * m_line;
            m_sheet.captions.push_back(
                {elided(m_sheet.font, track.title, width), time, m_y + metrics.ascent()});
            m_y += 1.1 * m_line;
            // The name of a low row is higher than the row.
            m_y += std::max(0.0, kUnderCaption * m_line - step / 2);
        }
        const std::vector<int> chunks = chunkOfStages(track);
        for (int i = 0; i < ranks; ++i) {
            placeRow(track, chunks, m_steps.firstRank + i, i % m_nameEvery == 0);
            addExtras(m_sheet.rows.back(), track, m_sheet.look,
                      {m_steps.firstRank + i, axis(), lanesTop(step), step});
            m_y += pitch;
        }
    }

    // Nearer to the row that they belong to than to the next.
    double lanesTop(double step) const
    {
        return m_y + m_sheet.rowHeight + 0.25 * (step - m_sheet.rowHeight);
    }

    void placeRow(const TrackData& track, const std::vector<int>& chunks, int rank, bool named)
    {
        const plan::Timeline& timeline = *track.timeline;
        FigureSheet::Row row;
        row.name = named ? rankName(rank) : QString();
        row.top = m_y;
        const auto clamped = [this](Nanoseconds time) {
            return std::clamp(axis().x(time), 0.0, m_sheet.plotWidth);
        };
        row.left = clamped(Nanoseconds{0});
        row.right = clamped(timeline.makespan);
        const plan::PhaseTimes phases
            = plan::phaseTimes(timeline.spans[static_cast<std::size_t>(rank)], timeline.makespan);
        row.phases
            = {row.left, clamped(phases.steadyBegin), clamped(phases.coolDownBegin), row.right};
        row.boxes = boxesOf(track, chunks, rank, axis(), m_sheet.look.columnWidth());
        m_rowOf.push_back({&track, rank});
        m_sheet.rows.push_back(std::move(row));
    }

    const ShownSteps& m_steps;
    Setting m_setting;
    FigureSheet m_sheet;
    std::vector<const TrackData*> m_tracks;
    std::vector<FigureRowOf> m_rowOf;
    double m_line = 0; // from one line of type to the next
    double m_y = 0;    // up to there the figure is full
    int m_nameEvery = 1;
    bool m_hasLabels = false;
};

} // namespace

QString figureText(const char* source) { return QCoreApplication::translate("Figure", source); }

FigureSheet figureSheet(const ShownSteps& steps, const FigureLook& look)
{
    return SheetMaker(steps, look).make();
}

} // namespace gui
