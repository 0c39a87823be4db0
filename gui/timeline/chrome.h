// What stands around and over the picture of the rows: ruler, headers, rank labels and legend. Text
// and lines only, and few of them, so they are painted anew each time, on the GUI thread, in
// device-independent pixels.

#pragma once

#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"
#include "gui/timeline/time_text.h"
#include "gui/timeline/track_layout.h"

#include <QRect>
#include <QString>

#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

class QPainter;
class QFontMetrics;

namespace gui {

// What tracks show. Each has an entry in the legend; "possibly" means that it is named because it
// may turn up.
struct LegendFacts {
    std::array<bool, 4> kinds{}; // of op
    bool chunks = false;         // more than one a rank
    bool reduction = false;
    bool optimizer = false;
    bool exchange = false;
    bool aside = false; // reductions beside the ops
    bool recompute = false;
    bool rerun = false;
    bool noData = false; // possibly
    std::array<bool, kMemoryKinds> memory{};
    bool deviceMemory = false; // lines over the lanes of memory
    bool deviceLimit = false;
    bool predictedMemory = false; // likewise

    LegendFacts& operator|=(const LegendFacts& other);
};

// What one track shows. Looks at the first of the spans and ranks: enough, without walking all of
// them for every picture.
LegendFacts legendFacts(const TrackData& track);

// The parts of the widget, in its pixels.
struct ChromeAreas {
    QRect ruler;  // above the plot
    QRect labels; // to the left of the plot
    QRect plot;   // headers and rows, scrolled
    QRect legend; // below everything

    static int headerHeight(const QFontMetrics& metrics);
};

// `shown` are lanes where tracks know of them.
ChromeAreas chromeAreas(QSize size, const QFontMetrics& metrics, const Tracks& tracks,
                        const LanesShown& shown = {});

// What all the functions below paint from: references to the scene's own, which must live until
// they return.
struct ChromeView {
    const Theme& theme;
    const ChromeAreas& areas;
    const TrackLayout& layout;
    const Tracks& tracks;
    TimeAxis axis;  // its width is that of the plot
    int scroll = 0; // pixels that headers and rows are moved up by
    TimeUnit unit = TimeUnit::Auto;
    bool criticalPath = false;       // stands out
    bool memory = false;             // its lanes are shown, where tracks know of it
    LegendFacts seen{};              // earlier
    HiddenCategories hidden{};       // faded
    std::optional<int> pointed{};    // rank whose label the pointer is on
    std::span<const int> unfolded{}; // ranks whose peers have rows, rising

    // What of the plot shows that row: what is pinned covers the others.
    QRect plotOf(int rank) const
    {
        return layout.isPinned(rank) ? areas.plot
                                     : areas.plot.adjusted(0, layout.pinnedHeight, 0, 0);
    }
};

// At the left end of the labels, to be clicked: a rank that is pinned has a pin, and so has one
// that the pointer is on.
inline int pinWidth() { return metrics().px(16); }

void paintRuler(QPainter& painter, const ChromeView& view);
void paintRankLabels(QPainter& painter, const ChromeView& view);
void paintHeaders(QPainter& painter, const ChromeView& view);   // titles, and texts of empty tracks
void paintMakespans(QPainter& painter, const ChromeView& view); // a line and its time a track
void paintLegend(QPainter& painter, const ChromeView& view);

// In pixels, of one line. What does not fit is counted at its end.
int legendHeight(const QFontMetrics& metrics);

// What a click at that place of the widget hides or shows, and what is to be told of it.
struct LegendHit {
    std::optional<Category> category{};
    QString tip{};
    bool isRest = false; // the count of what there is no room for
};
LegendHit legendAt(const ChromeView& view, const QFontMetrics& metrics, QPoint position);

// All that a click can hide, with their names in the legend, also those there is no room for.
std::vector<std::pair<Category, QString>> legendCategories(const ChromeView& view);

// `words` in the middle of the widget, where there is no track at all.
void paintEmpty(QPainter& painter, const ChromeView& view, const QString& words);

// A frame around an op; nothing where it is out of sight.
void paintOpFrame(QPainter& painter, const ChromeView& view, const OpRef& op, bool selected);

} // namespace gui
