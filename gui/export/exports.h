// What of the thing in front can leave the window: figures, tables, steps and a report. Snapshots,
// made when they are asked for, so that the window goes on while one chooses. What takes longer to
// make is made only where it is wanted.

#pragma once

#include "gui/export/report.h"
#include "gui/export/step_figure.h"
#include "gui/export/table_text.h"
#include "gui/export/widget_figure.h"
#include "gui/timeline/time_area.h"

#include <functional>
#include <optional>
#include <variant>
#include <vector>

namespace gui {

struct StepsToDraw {
    std::vector<TrackData> tracks; // each has a timeline
    TimeRange view;                // what is in sight
    std::optional<TimeArea> area;  // what is selected
    FigureExtras extras{};         // chosen at first, as on the screen
};

struct FigureSource {
    QString name; // "Timeline"; translated
    std::variant<StepsToDraw, MakeWidget> what;
};

struct Exports {
    QString title;                       // of what is in front; any text
    QString stem;                        // of the files that are proposed: a path without an ending
    std::vector<FigureSource> figures{}; // the first is what is most of it
    std::vector<TrackData> steps{};      // for a trace: each has a timeline and a schedule
    // Each is empty where there is nothing of it. To be called on the GUI thread, and before it
    // goes back to its events: they read what is in front.
    std::function<std::vector<NamedTable>()> tables{};
    std::function<Report()> report{};
};

// As far as it can be the name of a file: letters, digits and a few signs; never empty.
QString fileStem(const QString& title);

// Which steps of the source are drawn.
enum class WhichSteps { All, Predicted, Measured };
// Which of their time.
enum class WhichTime { Whole, InSight, Selected };

// Where nothing is selected, what is in sight.
ShownSteps shownSteps(const StepsToDraw& steps, const QString& title, WhichSteps which,
                      WhichTime time);

} // namespace gui
