#include "gui/editor/layer_list_edit.h"

#include "engine/strategy/fields.h"

namespace gui {
namespace {

constexpr int kCharactersOfEntry = 8; // "100000, "

} // namespace

LayerListEdit::LayerListEdit(QWidget* parent)
    : TextLine(parent)
{
    setMaxLength(static_cast<int>(strategy::kMaxListEntries) * kCharactersOfEntry);
    connect(this, &QLineEdit::textEdited, this, [this] { m_isTyping = true; });
    connect(this, &QLineEdit::editingFinished, this, &LayerListEdit::settle);
}

void LayerListEdit::follow(const strategy::Strategy& strategy, bool anew)
{
    LayersPer per = m_isTyping && !anew ? m_per : LayersPer::Stage;
    for (const LayersPer given : {LayersPer::Stage, LayersPer::Rank})
        if (!layersOf(strategy, given).empty())
            per = given;
    const std::vector<int>& list = layersOf(strategy, per);
    const auto typed = layers();
    // What is typed may be a list in another notation, or not yet a list: either is left alone
    // while the strategy's own list is the same.
    const bool stays = per == m_per && (typed ? *typed == list : m_followed == list);
    m_per = per;
    m_followed = list;
    if (anew || !stays) {
        setText(layersText(list));
        setCursorPosition(0); // a long one shows its beginning
    }
    setPlaceholderText(evenLayersText(strategy, per));
}

void LayerListEdit::settle()
{
    m_isTyping = false;
    if (const auto typed = layers())
        setText(layersText(*typed));
    if (!hasFocus())
        setCursorPosition(0);
    emit settled();
}

} // namespace gui
