// The row of the editor that divides the layers.

#include "gui/editor/layer_list_edit.h"
#include "gui/editor/strategy_editor.h"

#include <QFormLayout>

namespace gui {

void StrategyEditor::addLayers(QFormLayout* form)
{
    auto* line = new LayerListEdit;
    line->setToolTip(tr("Layers of each in order, where they are not divided evenly"));
    StrategyField* field
        = addField(form, QString(), QString(), line, [line](const strategy::Strategy& s) {
              return s.model || !line->text().isEmpty();
          });
    const auto follow = [=, this](bool anew) {
        line->follow(m_document.strategy(), anew);
        if (line->per() == LayersPer::Rank)
            field->rename(QStringLiteral("parallel.layers_per_rank"), tr("Layers a rank"));
        else
            field->rename(QStringLiteral("parallel.layers_per_stage"), tr("Layers a stage"));
        if (line->layers())
            field->setUnreadable({});
    };
    follow(true);
    connect(line, &QLineEdit::textEdited, this, [=, this] {
        const auto layers = line->layers();
        const QString kept = layersText(layersOf(m_document.strategy(), line->per()));
        if (!layers)
            field->setUnreadable(tr("is no list of whole numbers such as 5, 3; the strategy keeps "
                                    "%1")
                                     .arg(kept.isEmpty() ? tr("the even division") : kept));
        else
            field->setUnreadable({});
        if (layers)
            edit(field->key(), field->label(),
                 [&](strategy::Strategy& s) { layersOf(s, line->per()) = *layers; });
    });
    connect(line, &LayerListEdit::settled, this, [=, this] {
        m_document.endGesture();
        follow(false);
    });
    m_refreshers.emplace_back([follow](const strategy::Strategy&) { follow(false); });
    connect(&m_document, &Document::nameChanged, this, [=, this] {
        if (m_document.undoStack().count() == 0)
            follow(true); // just opened
    });
}

} // namespace gui
