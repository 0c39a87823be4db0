// The line that the layers of each stage, or of each rank, are typed into.

#pragma once

#include "gui/editor/layer_list.h"
#include "gui/inputs/text_line.h"

namespace gui {

// Only reads strategies; its owner makes the edit when settled() comes. See layer_list.h for the
// ways to write a list.
class LayerListEdit : public TextLine {
    Q_OBJECT
public:
    explicit LayerListEdit(QWidget* parent = nullptr);

    // That of the list which the strategy has; of none that of the stages. While one types it
    // stays what it was.
    LayersPer per() const { return m_per; }

    // Text that stands for the strategy's list, or for none, is left as it was typed, unless
    // `anew`: then the strategy has just been opened.
    void follow(const strategy::Strategy& strategy, bool anew);

    // Nothing where the text is no list.
    std::optional<std::vector<int>> layers() const { return layersFromText(text()); }

signals:
    void settled(); // one has done typing

private:
    void settle();

    LayersPer m_per = LayersPer::Stage;
    std::vector<int> m_followed; // the strategy's list
    bool m_isTyping = false;
};

} // namespace gui
