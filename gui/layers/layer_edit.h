// Which stage holds how many layers, and dividing them anew.
//
// Every state that is legal is an edit of the document at once, so the window shows what comes of
// it while one drags.

#pragma once

#include "gui/document/document.h"
#include "gui/layers/layer_cut.h"

#include <QObject>
#include <QString>

#include <optional>
#include <vector>

namespace gui {

// "1 layer", "6 layers"
QString layersWord(int layers);
// "Stage 2, rank 0, 6 layers: 13 to 18"
QString stageWords(const LayerCut& cut, int stage);

// GUI thread; no widgets. A gesture, from begin() to end(), is one entry of the history.
class LayerEdit : public QObject {
    Q_OBJECT
public:
    // `document` must outlive it.
    explicit LayerEdit(Document& document, QObject* parent = nullptr);

    // Of the last state in which the layers could be dealt to the stages; empty: there was none.
    const std::optional<LayerCut>& cut() const { return m_cut; }
    // Why there is none; a sentence.
    QString whyNone() const;
    bool isEven() const; // dealt alike, not as a list says

    // What is said of a gesture is relative to its beginning. What cannot be goes as far as it
    // can, and refusal() says why no further. Nothing outside of a gesture.
    void begin();
    // The boundary behind stage `after`: so many layers towards the end of the model, or its
    // beginning.
    void moveBoundary(int after, int by);
    // One layer, from stage to stage.
    void moveLayer(int from, int to);
    // One layer to another rank; a rank deals its layers over its chunks.
    void moveToRank(int from, int rank);
    void end();
    void cancel(); // everything is as it was when it began
    bool isHeld() const { return m_held.has_value(); }

    void divideEvenly();

    // Translated; empty: nothing was refused.
    const QString& refusal() const { return m_refusal; }

signals:
    void changed(); // the cut, or refusal()

private:
    struct Held {
        strategy::Strategy strategy;
        LayerCut cut;
        std::vector<int> layers; // [stage]
    };

    void follow();
    void put(const std::vector<int>& layers);
    bool tryPut(const strategy::Strategy& after);
    strategy::Strategy withLayers(const std::vector<int>& layers) const;

    Document& m_document;
    std::optional<LayerCut> m_cut;
    std::optional<Held> m_held;
    QString m_refusal;
};

} // namespace gui
