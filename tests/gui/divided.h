// The page of the layers on the devices, of a document of its own.

#pragma once

#include "gui/layers/layer_grid.h"
#include "gui/layers/layer_strip.h"
#include "gui/layers/layers_page.h"
#include "tests/gui/modelled.h"

#include <QTest>

#include <vector>

namespace gui::test {

// 16 layers on four ranks of two chunks, as in the papers: rank 0 holds layers 1, 2, 9 and 10.
inline strategy::Strategy interleaved()
{
    strategy::Strategy made = llama();
    made.model->layers = 16;
    made.schedule.name = "interleaved";
    made.parallel.chunks = 2;
    return made;
}

struct Divided {
    Document document;
    Estimator estimator{document};
    LayersPage page{document, estimator};

    explicit Divided(const strategy::Strategy& strategy)
    {
        document.start(strategy);
        page.resize(1000, 700);
        page.show();
        if (!QTest::qWaitFor([this] { return document.isPredictionCurrent(); }))
            qFatal("no prediction");
    }
    std::vector<int> layers() const { return document.strategy().parallel.layersPerStage; }
    QPoint middleOf(int stage) { return page.grid().stageBox(stage).center().toPoint(); }
    void dragLayer(QPoint from, QPoint to, bool drops = true)
    {
        QTest::mousePress(&page.grid(), Qt::LeftButton, {}, from);
        QTest::mouseMove(&page.grid(), (from + to) / 2);
        QTest::mouseMove(&page.grid(), to);
        if (drops)
            QTest::mouseRelease(&page.grid(), Qt::LeftButton, {}, to);
    }
};

} // namespace gui::test
