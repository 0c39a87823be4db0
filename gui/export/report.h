// A report: one HTML file with all that is known of a strategy, a run or a comparison. It refers to
// nothing outside of itself, runs no script but its own (which a policy in it says by its hash),
// and its timeline zooms and hovers in any browser.

#pragma once

#include "gui/export/table_text.h"
#include "gui/timeline/track_data.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace gui {

// What a sentence or a number means to the reader.
enum class ReportMood { Plain, Good, Warning, Bad };

struct ReportNumber {
    QString name;
    QString value;
    QString detail; // under it; may be empty
    ReportMood mood = ReportMood::Plain;
};

// What was found, and what says so.
struct ReportFinding {
    ReportMood mood = ReportMood::Plain;
    QString sentence;
    QStringList evidence{}; // a line each
};

// Texts are translated, of any length, and may hold anything: nothing of them is taken for markup.
struct Report {
    QString title;
    QString subtitle; // what it is of: "Strategy", "Run 1003, step 162"
    std::vector<ReportNumber> numbers{};
    std::vector<ReportFinding> findings{};
    std::vector<TrackData> tracks{}; // those without a timeline are left out
    std::vector<NamedTable> tables{};
    QString settings{};       // of the strategies, as their file has them; may be empty
    QStringList provenance{}; // where the numbers come from, a line each
};

// The most spans that the timeline of a report has, of all tracks together; ranks beyond are left
// out, and the report says so. Five to twelve bytes each.
inline constexpr std::size_t kMostReportSpans = 150'000;

// Pure; any thread. UTF-8.
QByteArray htmlOf(const Report& report);

} // namespace gui
