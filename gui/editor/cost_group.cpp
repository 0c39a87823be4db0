#include "gui/costs/cost_box.h"
#include "gui/costs/cost_dialog.h"
#include "gui/editor/editor_groups.h"
#include "gui/editor/editor_text.h"
#include "gui/editor/field_specs.h"
#include "gui/editor/form_section.h"
#include "gui/inputs/form_row.h"

#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QVBoxLayout>

namespace gui {
namespace {

// Else they are worked out, and there is nothing to type.
bool costsAreGiven(const strategy::Strategy& s) { return s.costs || !s.model; }

QWidget* addModelledCosts(EditorRows& rows, QVBoxLayout* column)
{
    auto* group = new QGroupBox(EditorText::tr("Costs of one stage"));
    column->addWidget(group);
    auto* lines = new QVBoxLayout(group);
    QLabel* words = hintLabel();
    words->setText(EditorText::tr("Worked out from the model, for the cluster's device."));
    QPushButton* give = plainButton(EditorText::tr("Give costs instead"),
                                    EditorText::tr("Begin with those that the picture shows"));
    lines->addWidget(words);
    lines->addWidget(give);
    QObject::connect(give, &QPushButton::clicked, &rows, [&rows] {
        rows.doOnce(
            EditorText::tr("give costs"), QStringLiteral("costs"), [&rows](strategy::Strategy& s) {
                plan::Costs costs = strategy::costsOf(s);
                if (rows.document().isPredictionCurrent()) // which may be at the scale of a run
                    if (auto own
                        = strategy::predictedCosts(s, *rows.document().prediction()->schedule))
                        costs = std::move(own->costs);
                s.costs = std::move(costs);
                s.costsFittedTo.clear();
            });
    });
    return group;
}

void addCost(EditorRows& rows, QFormLayout* form, const CostSpec& spec)
{
    QDoubleSpinBox* spin = timeBox(kBoxDigits);
    const QString tip = editorText(spec.tip);
    const QString key = QString::fromLatin1(spec.key);
    const QString label = editorText(spec.label);
    rows.add(form, key, label, spin);
    QObject::connect(spin, &QDoubleSpinBox::valueChanged, &rows,
                     [=, &rows, set = spec.set](double value) {
                         const plan::Nanoseconds time = fromMicroseconds(value);
                         rows.edit(key, label, [&](strategy::Strategy& s) {
                             s.costs = strategy::costsOf(s);
                             s.costsFittedTo.clear();
                             set(*s.costs, time);
                         });
                     });
    QObject::connect(spin, &QDoubleSpinBox::editingFinished, &rows, [&rows] { rows.endGesture(); });
    rows.onRefresh([=, get = spec.get, isOneTime = spec.isOneTime](const strategy::Strategy& s) {
        showNumber(spin, microseconds(get(strategy::costsOf(s))));
        spin->setEnabled(isOneTime(s));
        spin->setToolTip(
            isOneTime(s) ? tip : EditorText::tr("Not one number for all: \"All costs…\" has each"));
    });
}

void addAllCosts(EditorRows& rows, QFormLayout* form)
{
    auto* button = new QPushButton(EditorText::tr("All costs…"));
    button->setAccessibleName(button->text());
    button->setToolTip(
        EditorText::tr("Costs of each stage, rank and hop, and of the end of the step"));
    QLabel* words = hintLabel();
    form->addRow(button);
    form->addRow(words);
    QObject::connect(button, &QPushButton::clicked, &rows,
                     [&rows, button, dialog = QPointer<CostDialog>()]() mutable {
                         if (!dialog)
                             // Deleted with the button; kept until then, so that it opens where it
                             // was.
                             dialog = new CostDialog(rows.document(), button);
                         dialog->show();
                         dialog->raise();
                         dialog->activateWindow();
                     });
    rows.onRefresh([form, words](const strategy::Strategy& s) {
        words->setText(costsInShort(s));
        showRow(form, words, !words->text().isEmpty());
    });
}

// What the last change did to the costs.
void addKept(EditorRows& rows, QFormLayout* form)
{
    QLabel* kept = hintLabel();
    form->addRow(kept);
    QObject::connect(&rows, &EditorRows::sharesKept, kept, [form, kept](const QString& sentence) {
        kept->setText(sentence);
        showRow(form, kept, !sentence.isEmpty());
    });
    rows.onRefresh([form, kept](const strategy::Strategy&) { showRow(form, kept, false); });
}

} // namespace

void addCostGroup(EditorRows& rows, QVBoxLayout* column)
{
    QWidget* modelled = addModelledCosts(rows, column);
    QFormLayout* form = formSection(column, EditorText::tr("Costs of one stage"));
    addKept(rows, form);
    for (const CostSpec& spec : costSpecs())
        addCost(rows, form, spec);
    addAllCosts(rows, form);
    QPushButton* drop = plainButton(EditorText::tr("Work them out from the model"),
                                    EditorText::tr("Drop the costs of the strategy"));
    form->addRow(drop);
    QObject::connect(drop, &QPushButton::clicked, &rows, [&rows] {
        rows.doOnce(EditorText::tr("drop the costs"), QStringLiteral("costs"),
                    [](strategy::Strategy& s) {
                        s.costs.reset();
                        s.costsFittedTo.clear();
                    });
    });
    rows.onRefresh([=, given = form->parentWidget()](const strategy::Strategy& s) {
        modelled->setVisible(!costsAreGiven(s));
        given->setVisible(costsAreGiven(s));
        showRow(form, drop, s.model.has_value());
    });
}

} // namespace gui
