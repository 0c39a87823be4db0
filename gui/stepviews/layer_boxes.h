// The layers of a model on the ranks of a state: a row for each rank, in it its stages, in those a
// box for each layer. Of a state without a model the stages alone.

#pragma once

#include "gui/stepviews/parts_picture.h"

namespace gui {

class LayerBoxes : public PartsPicture {
    Q_OBJECT
public:
    static constexpr int kMostLayers = 512; // of more only the stages are drawn

    explicit LayerBoxes(QWidget* parent = nullptr);

    // Covered, the layers stand in a row, on no rank; or, where nothing is to be clicked, stages
    // without their layers.
    void show(const lesson::PlannedPtr& planned, const ViewOptions& options);

protected:
    LaidOut layOut(int width) const override;
    void draw(QPainter& painter, const Theme& theme) const override;

private:
    struct Stage {
        int stage = 0;
        int rank = 0;
        int chunk = 0;           // which of its rank's, from 0
        bool isMirrored = false; // of the second direction
        int first = 0;           // layer
        int layers = 0;
    };
    // What stands where; the parts are those of the boxes, then of the stages.
    struct Layout;
    Layout place(int width) const;
    bool isFlat() const; // covered, and layers are to be clicked
    bool hidesCounts() const { return m_options.covered && !isFlat(); }
    int boxSide() const;
    void drawStage(QPainter& painter, const Theme& theme, const Stage& stage,
                   const QRect& place) const;

    lesson::PlannedPtr m_planned;
    ViewOptions m_options;
    std::vector<Stage> m_stages; // by rank, then chunk
    int m_layers = 0;            // 0: there is no model, or too many
};

} // namespace gui
