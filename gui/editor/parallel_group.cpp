#include "gui/editor/editor_groups.h"
#include "gui/editor/editor_text.h"
#include "gui/editor/field_facts.h"
#include "gui/editor/layer_list_edit.h"
#include "gui/editor/spec_rows.h"

namespace gui {
namespace {

void addLayers(EditorRows& rows, EditorSection& section)
{
    auto* line = new LayerListEdit;
    StrategyField* field
        = rows.add(section, QString(), QString(), line, [line](const strategy::Strategy& s) {
              return s.model || !line->text().isEmpty();
          });
    const auto follow = [=, &rows](bool anew) {
        line->follow(rows.document().strategy(), anew);
        if (line->per() == LayersPer::Rank)
            field->rename(QStringLiteral("parallel.layers_per_rank"),
                          EditorText::tr("Layers per rank"));
        else
            field->rename(QStringLiteral("parallel.layers_per_stage"),
                          EditorText::tr("Layers per stage"));
        field->setHint(
            EditorText::tr(
                "Layers of each in order, \"5, 3\"; empty where they are divided evenly"),
            fieldFacts(field->key(), {},
                       EditorText::tr("empty = %1").arg(line->placeholderText())));
        if (line->layers())
            field->setUnreadable({});
    };
    follow(true);
    QObject::connect(line, &QLineEdit::textEdited, &rows, [=, &rows] {
        const auto layers = line->layers();
        const QString kept = layersText(layersOf(rows.document().strategy(), line->per()));
        if (layers)
            field->setUnreadable({});
        else if (kept.isEmpty())
            field->setUnreadable(
                EditorText::tr("is not a list of whole numbers such as 5, 3; the strategy keeps "
                               "the even division"));
        else
            field->setUnreadable(
                EditorText::tr("is not a list of whole numbers such as 5, 3; the strategy keeps %1")
                    .arg(kept));
        if (layers)
            rows.edit(field->key(), field->label(),
                      [&](strategy::Strategy& s) { layersOf(s, line->per()) = *layers; });
    });
    QObject::connect(line, &LayerListEdit::settled, &rows, [=, &rows] {
        rows.endGesture();
        follow(false);
    });
    rows.onRefresh([follow](const strategy::Strategy&) { follow(false); });
    QObject::connect(&rows.document(), &Document::nameChanged, &rows, [=, &rows] {
        if (rows.document().undoStack().count() == 0)
            follow(true); // just opened
    });
}

} // namespace

void addParallelGroup(EditorRows& rows, EditorSection& section)
{
    addIntegers(rows, section, shapeSpecs().first(2));
    addLayers(rows, section);
    addSpecs(rows, section, parallelSpecs());
}

} // namespace gui
