// Where the parts of a figure of steps stand: worked out once, and drawn as often as wanted.

#pragma once

#include "gui/export/figure_inks.h"
#include "gui/export/figure_lanes.h"
#include "gui/export/figure_row.h"
#include "gui/export/step_figure.h"

#include <QFont>
#include <QStringList>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace gui {

// Around ops.
enum class FigureFrame { None, Ghost, Critical };

// Lengths are units (figure.h), measured from the left and the top of the figure.
struct FigureSheet {
    struct Row {
        QString name;                    // "rank 3"; empty where there is no room for it
        double top = 0;                  //
        double left = 0;                 // of the time that the step takes
        double right = 0;                //
        std::array<double, 4> phases{};  // where they begin, and where the last one ends
        std::vector<FigureBox> boxes;    // from `plotLeft` on
        std::vector<QString> labels;     // of each box; empty: none
        std::vector<FigureBox> sections; // within them
        std::vector<FigureBox> ghosts;
        std::vector<FigureBox> critical;
        // In lanes under the row, which begin at these heights; of height 0: there is none.
        double kernelTop = 0;
        double kernelHeight = 0;
        std::array<std::vector<FigureBox>, kKernelKinds> kernels;
        double memoryTop = 0;
        double memoryHeight = 0;
        std::vector<FigureStack> memory;
        std::optional<double> predictedMemory; // share of the lane
    };
    struct Caption {
        QString left;
        QString right;
        double baseline = 0;
    };
    struct Key { // of the legend
        QString name;
        FigureInk ink;
        bool isStrip = false; // of a phase
        FigureFrame frame = FigureFrame::None;
        double left = 0;
        double baseline = 0;
    };
    struct Mark { // of the axis
        double x = 0;
        QString text; // empty: a small one
    };

    FigureLook look;
    FigureInks inks;
    QFont font;      // of the type's size
    QFont titleFont; //
    QFont boxFont;   // of what stands in boxes
    QSizeF size;
    double margin = 0;
    double nameRight = 0; // where the names of rows end
    double plotLeft = 0;
    double plotWidth = 0;
    double plotTop = 0;
    double rowHeight = 0;
    double axisTop = 0;
    double stripHeight = 0; // of a phase, at the top of a row; 0: none
    QString title;
    double titleBaseline = 0;
    std::vector<Caption> captions;
    std::vector<Row> rows;
    std::vector<Key> keys;
    std::vector<Mark> marks;
    QStringList notes;
    double notesTop = 0;
};

// What figures of steps say; sources are marked with QT_TRANSLATE_NOOP.
QString figureText(const char* source);

FigureSheet figureSheet(const ShownSteps& steps, const FigureLook& look);

} // namespace gui
