// The devices of a state as a grid: a row for each pipeline rank, in it a block for each data rank,
// in that a cell for each tensor rank. Which node a device stands in is drawn around the cells.

#pragma once

#include "gui/stepviews/parts_picture.h"

#include <array>

namespace gui {

class GridCells : public PartsPicture {
    Q_OBJECT
public:
    static constexpr int kMostCells = 512; // of more nothing is drawn, but their number

    explicit GridCells(QWidget* parent = nullptr);

    // Covered, the devices stand in the order of their numbers, without axes and groups. Null
    // shows nothing.
    void show(const lesson::PlannedPtr& planned, const ViewOptions& options);

    // Ranks of the groups of the chosen device, itself among them; empty: none is chosen, or they
    // are kept back.
    enum class GroupOf { Tensor, Data, Pipeline };
    const std::vector<int>& marked(GroupOf group) const { return m_marked[std::size_t(group)]; }
    // What is said of them: a line for each group.
    QString groupSentences() const;

    // As a click does, without saying so.
    void choosePart(int part) override;

protected:
    LaidOut layOut(int width) const override;
    void draw(QPainter& painter, const Theme& theme) const override;

private:
    struct Cell {
        int rank = 0;
        int tensor = 0; // ranks on the axes
        int data = 0;
        int pipeline = 0;
        int node = 0;
        int row = 0; // where it stands
        int column = 0;
    };
    std::vector<int> groupOf(GroupOf group, int rank) const;
    void arrange();
    void markGroups();
    bool isPlain() const { return m_options.covered; }
    bool isHidden() const { return m_options.covered && !m_options.asksClicks; }
    QString nameOf(const Cell& cell) const;

    int side(int width) const; // of a cell
    int left() const;          // where the first column begins
    int top() const;
    QRect placeOf(const Cell& cell, int width) const;
    void drawAxes(QPainter& painter, const Theme& theme) const;
    void drawCell(QPainter& painter, const Theme& theme, const Cell& cell) const;
    void drawNodes(QPainter& painter, const Theme& theme) const;

    lesson::PlannedPtr m_planned;
    ViewOptions m_options;
    std::vector<Cell> m_cells; // [rank]
    int m_columns = 1;
    int m_rows = 1;
    int m_tensorRanks = 1; // cells of a block
    long long m_devices = 0;
    std::array<std::vector<int>, 3> m_marked; // by GroupOf
};

} // namespace gui
