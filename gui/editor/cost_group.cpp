#include "engine/plan/cost_basis.h"
#include "engine/strategy/estimate/schedule_of.h"
#include "gui/costs/cost_box.h"
#include "gui/costs/cost_dialog.h"
#include "gui/editor/editor_groups.h"
#include "gui/editor/editor_parts.h"
#include "gui/editor/editor_text.h"
#include "gui/editor/field_names.h"
#include "gui/editor/field_specs.h"

#include <QDoubleSpinBox>
#include <QLabel>
#include <QLocale>
#include <QPushButton>

namespace gui {
namespace {

// That of the strategy, which is not what is predicted beside a run that swapped to another.
plan::Result<plan::Schedule> ownSchedule(const strategy::Strategy& strategy,
                                         const Prediction& prediction)
{
    if (prediction.as.schedule.empty())
        return *prediction.schedule;
    return strategy::scheduleOf(strategy);
}

void addModelledCosts(EditorRows& rows, EditorSection& section)
{
    QLabel* words = hintLabel();
    words->setText(EditorText::tr("Worked out from the model, for the cluster's device."));
    QPushButton* give = plainButton(EditorText::tr("Give costs instead"),
                                    EditorText::tr("Begin with those that the picture shows"));
    section.addLine(words);
    section.addLine(give);
    rows.onRefresh([=](const strategy::Strategy& s) {
        words->setVisible(!costsAreGiven(s));
        give->setVisible(!costsAreGiven(s));
    });
    QObject::connect(give, &QPushButton::clicked, &rows, [&rows] {
        rows.doOnce(
            EditorText::tr("give costs"), QStringLiteral("costs"), [&rows](strategy::Strategy& s) {
                plan::Costs costs = strategy::costsOf(s);
                if (rows.document().isPredictionCurrent())
                    if (const auto schedule = ownSchedule(s, *rows.document().prediction()))
                        if (auto own = strategy::predictedCosts(s, *schedule)) // at no run's scale
                            costs = plan::asGiven(std::move(own->costs), *schedule);
                s.costs = std::move(costs);
                s.costsFittedTo.clear();
            });
    });
}

void addCost(EditorRows& rows, EditorSection& section, const CostSpec& spec)
{
    QDoubleSpinBox* spin = timeBox(kBoxDigits);
    const QString tip = editorText(spec.tip);
    const QString key = QString::fromLatin1(spec.key);
    const QString label = editorText(spec.label);
    StrategyField* field = rows.add(section, key, label, spin, costsAreGiven);
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
        field->setHint(isOneTime(s) ? tip : EditorText::tr("The values differ; see \"All costs…\""),
                       EditorText::tr("µs · 0 to %1").arg(QLocale().toString(mostMicroseconds())));
    });
}

void addAllCosts(EditorRows& rows, EditorSection& section)
{
    QPushButton* button = plainButton(
        EditorText::tr("All costs…"),
        EditorText::tr("Costs of each stage, rank and hop, and of the end of the step"));
    QLabel* words = hintLabel();
    section.addLine(button);
    section.addLine(words);
    QObject::connect(button, &QPushButton::clicked, &rows, &EditorRows::allCostsWanted);
    rows.onRefresh([words, button](const strategy::Strategy& s) {
        words->setText(costsInShort(s));
        button->setVisible(costsAreGiven(s));
        words->setVisible(costsAreGiven(s) && !words->text().isEmpty());
    });
}

} // namespace

bool costsAreGiven(const strategy::Strategy& strategy) { return strategy.costs || !strategy.model; }

void addCostGroup(EditorRows& rows, EditorSection& section)
{
    addModelledCosts(rows, section);
    for (const CostSpec& spec : costSpecs())
        addCost(rows, section, spec);
    addAllCosts(rows, section);
    QPushButton* drop = plainButton(EditorText::tr("Work them out from the model"),
                                    EditorText::tr("Drop the costs of the strategy"));
    section.addLine(drop);
    QObject::connect(drop, &QPushButton::clicked, &rows, [&rows] {
        rows.doOnce(EditorText::tr("drop the costs"), QStringLiteral("costs"),
                    [](strategy::Strategy& s) {
                        s.costs.reset();
                        s.costsFittedTo.clear();
                    });
    });
    rows.onRefresh([drop](const strategy::Strategy& s) {
        drop->setVisible(costsAreGiven(s) && s.model.has_value());
    });
}

} // namespace gui
