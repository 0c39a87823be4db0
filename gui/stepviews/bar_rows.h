// Rows of bars on one scale, each made of pieces, and under them what the pieces are: memory, the
// ledger and messages are drawn so.

#pragma once

#include "gui/stepviews/parts_picture.h"

#include <QColor>
#include <QStringList>

#include <functional>
#include <vector>

namespace gui {

// What a piece of a bar stands for. Told apart by its pattern and letter as well as by its colour.
struct BarKind {
    QString name;   // translated
    QString letter; // in the piece, where there is room
    std::function<QColor(const Theme&)> colour;
    Qt::BrushStyle pattern = Qt::NoBrush;
    QStringList cells{}; // of the table below, a column each
};

struct BarRow {
    QString name;                 // before the bar
    std::vector<double> pieces{}; // by kind, >= 0
    QString value{};              // behind it
    QString remark{};             // behind the value, standing out: "fullest"
    QString description{};        // for tips and screen readers
    int rank = -1;                // that a click names
};

struct BarPicture {
    std::vector<BarKind> kinds;
    std::vector<BarRow> rows;
    double extent = 1;    // of the longest bar that there is room for; > 0
    bool counted = false; // a piece is of whole things, each of which is a box
    double limit = 0;     // a line across; 0: none
    QString limitName{};
    QStringList columns{}; // of the table; empty: only a line of names
    QString foot{};        // a sentence under all of it
    bool covered = false;  // frames without pieces and values
};

class BarRows : public PartsPicture {
    Q_OBJECT
public:
    explicit BarRows(const QString& name, QWidget* parent = nullptr);

    void show(BarPicture picture);
    const BarPicture& picture() const { return m_picture; }

protected:
    LaidOut layOut(int width) const override;
    void draw(QPainter& painter, const Theme& theme) const override;

private:
    struct Columns {   // of a row, in pixels
        int bar = 0;   // its left end
        int value = 0; // likewise, behind the bar
    };
    Columns columnsOf(int width) const;
    int inset() const; // left free at both sides
    int rowHeight() const;
    int rowTop(std::size_t row) const;
    int legendTop() const;
    int cellWidth() const; // of the table; 0: it has none
    int nameWidth() const;
    int columnsThatFit(int width) const;
    int xOf(double amount, const Columns& columns) const;
    // Places of the names under the bars, and the height that all of it takes up.
    std::vector<QRect> legend(int width, int& height) const;

    void drawRow(QPainter& painter, const Theme& theme, std::size_t row) const;
    void drawLimit(QPainter& painter, const Theme& theme) const;
    void drawLegend(QPainter& painter, const Theme& theme) const;

    BarPicture m_picture;
};

// Fills a piece; `letter` where it has room.
void fillPiece(QPainter& painter, const QRectF& place, const QColor& colour, Qt::BrushStyle pattern,
               const QString& letter, const Theme& theme);

} // namespace gui
