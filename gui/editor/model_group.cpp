#include "gui/editor/editor_groups.h"
#include "gui/editor/editor_text.h"
#include "gui/editor/form_section.h"
#include "gui/editor/spec_rows.h"
#include "gui/inputs/form_row.h"

#include <QFormLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace gui {
namespace {

constexpr long long kFewLayers = 24; // of a model one begins with

bool hasModel(const strategy::Strategy& s) { return s.model.has_value(); }

// Its layers divide over the stages.
strategy::Model firstModel(const strategy::Strategy& s)
{
    strategy::Model model;
    const long long stages = std::clamp<long long>(strategy::stagesOf(s), 1, 10'000);
    model.layers = static_cast<int>(stages * std::max(1LL, (kFewLayers + stages - 1) / stages));
    return model;
}

} // namespace

void addModelGroup(EditorRows& rows, QVBoxLayout* column)
{
    QFormLayout* form = formSection(column, EditorText::tr("Model"));
    QLabel* words = hintLabel();
    words->setText(
        EditorText::tr("With a model, step time and memory are worked out for the cluster's "
                       "device."));
    QPushButton* add = plainButton(EditorText::tr("Add a model"),
                                   EditorText::tr("Begin with a small one that fits the stages"));
    form->addRow(words);
    form->addRow(add);
    QObject::connect(add, &QPushButton::clicked, &rows, [&rows] {
        rows.doOnce(EditorText::tr("add a model"), QStringLiteral("model"),
                    [](strategy::Strategy& s) { s.model = firstModel(s); });
    });
    addSpecs(rows, form, modelSpecs(), hasModel);
    QPushButton* remove = plainButton(EditorText::tr("Remove the model"),
                                      EditorText::tr("Leave the times to the costs alone"));
    form->addRow(remove);
    QObject::connect(remove, &QPushButton::clicked, &rows, [&rows] {
        rows.doOnce(EditorText::tr("remove the model"), QStringLiteral("model"),
                    [](strategy::Strategy& s) { s.model.reset(); });
    });
    rows.onRefresh([=](const strategy::Strategy& s) {
        showRow(form, words, !s.model);
        showRow(form, add, !s.model);
        showRow(form, remove, s.model.has_value());
    });
}

} // namespace gui
