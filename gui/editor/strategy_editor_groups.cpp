// The groups of the editor that are more than a table of fields.

#include "engine/strategy/estimate/hardware.h"
#include "engine/strategy/schedule_fit.h"
#include "gui/costs/cost_box.h"
#include "gui/costs/cost_dialog.h"
#include "gui/editor/editor_text.h"
#include "gui/editor/field_specs.h"
#include "gui/editor/form_section.h"
#include "gui/editor/schedule_chooser.h"
#include "gui/editor/strategy_editor.h"
#include "gui/inputs/word_box.h"

#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

constexpr long long kFewLayers = 24; // of a model one begins with

bool hasModel(const strategy::Strategy& s) { return s.model.has_value(); }

// Else they are worked out, and there is nothing to type.
bool costsAreGiven(const strategy::Strategy& s) { return s.costs || !s.model; }

// Its layers divide over the stages.
strategy::Model firstModel(const strategy::Strategy& s)
{
    strategy::Model model;
    const long long stages = std::clamp<long long>(strategy::stagesOf(s), 1, 10'000);
    model.layers = static_cast<int>(stages * std::max(1LL, (kFewLayers + stages - 1) / stages));
    return model;
}

QPushButton* plainButton(const QString& text, const QString& tip)
{
    auto* button = new QPushButton(text);
    button->setAccessibleName(text);
    button->setToolTip(tip);
    return button;
}

} // namespace

void StrategyEditor::addName(QFormLayout* form)
{
    auto* line = new QLineEdit;
    line->setMaxLength(256);
    const QString key = QStringLiteral("name");
    const QString label = tr("Name");
    addField(form, key, label, line);
    connect(line, &QLineEdit::textEdited, this, [=, this](const QString& name) {
        edit(key, label, [&](strategy::Strategy& s) { s.name = name.toStdString(); });
    });
    connect(line, &QLineEdit::editingFinished, this, [this, line] {
        m_document.endGesture();
        if (!line->hasFocus())
            line->setCursorPosition(0);
    });
    m_refreshers.emplace_back([line](const strategy::Strategy& s) {
        const QString name = QString::fromStdString(s.name);
        if (line->text() != name) {
            line->setText(name);
            line->setCursorPosition(0); // a long one shows its beginning
        }
    });
}

void StrategyEditor::addSchedule(QFormLayout* form)
{
    auto* chooser = new ScheduleChooser(ScheduleChooser::Labels::Titles);
    const QString key = QStringLiteral("schedule.name");
    const QString label = tr("Schedule");
    addField(form, key, label, chooser);
    QLabel* description = hintLabel();
    form->addRow(description);
    connect(chooser, &ScheduleChooser::chosen, this, [=, this](const QString& name) {
        m_document.endGesture();
        edit(key, label, [&](strategy::Strategy& s) {
            s = strategy::withSchedule(std::move(s), name.toStdString());
        });
    });
    m_refreshers.emplace_back([chooser, description](const strategy::Strategy& s) {
        chooser->setName(QString::fromStdString(s.schedule.name));
        chooser->markFor(s);
        description->setText(scheduleDescription(chooser->name()));
    });
}

void StrategyEditor::addModel(QFormLayout* form)
{
    QLabel* words = hintLabel();
    words->setText(tr("With a model, step time and memory are worked out for the cluster's "
                      "device."));
    QPushButton* add
        = plainButton(tr("Add a model"), tr("Begin with a small one that fits the stages"));
    form->addRow(words);
    form->addRow(add);
    connect(add, &QPushButton::clicked, this, [this] {
        doOnce(tr("add a model"), QStringLiteral("model"),
               [](strategy::Strategy& s) { s.model = firstModel(s); });
    });
    addSpecs(form, modelSpecs(), hasModel);
    QPushButton* remove
        = plainButton(tr("Remove the model"), tr("Leave the times to the costs alone"));
    form->addRow(remove);
    connect(remove, &QPushButton::clicked, this, [this] {
        doOnce(tr("remove the model"), QStringLiteral("model"),
               [](strategy::Strategy& s) { s.model.reset(); });
    });
    m_refreshers.emplace_back([=](const strategy::Strategy& s) {
        form->setRowVisible(words, !s.model);
        form->setRowVisible(add, !s.model);
        form->setRowVisible(remove, s.model.has_value());
    });
}

void StrategyEditor::addDevice(QFormLayout* form)
{
    auto* chooser = new WordBox;
    chooser->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    for (const strategy::Hardware& known : strategy::hardware()) {
        const QString name = QString::fromStdString(known.name);
        chooser->addWord(name, name);
    }
    const QString key = QStringLiteral("cluster.device");
    const QString label = tr("Device");
    chooser->setToolTip(tr("What every rank runs on"));
    addField(form, key, label, chooser);
    QLabel* words = hintLabel();
    form->addRow(words);
    connect(chooser, &WordBox::activated, this, [=, this] {
        m_document.endGesture();
        edit(key, label, [&](strategy::Strategy& s) {
            const std::string name = chooser->currentText().toStdString();
            if (!strategy::findHardware(name))
                return; // the file's own description stays
            s.cluster.device = name;
            s.cluster.spec.reset();
        });
    });
    m_refreshers.emplace_back([chooser, words](const strategy::Strategy& s) {
        const QString name = QString::fromStdString(s.cluster.device);
        if (chooser->findText(name) < 0)
            chooser->addWord(name, name);
        chooser->setCurrentIndex(chooser->findText(name));
        const strategy::Hardware* known
            = s.cluster.spec ? nullptr : strategy::findHardware(s.cluster.device);
        const strategy::DeviceSpec spec
            = known ? known->device : s.cluster.spec.value_or(strategy::DeviceSpec{});
        words->setVisible(known || s.cluster.spec);
        const QLocale locale;
        words->setText(
            tr("%1: %2 GiB, %3 TFLOP/s in bf16")
                .arg(known ? QString::fromStdString(known->title) : tr("as this file describes it"),
                     locale.toString(spec.memoryGib, 'g', 4),
                     locale.toString(spec.bf16Tflops, 'g', 4)));
    });
}

// Where there is a model, costs are one's own or the model's.
void StrategyEditor::addCosts(QVBoxLayout* column)
{
    QWidget* modelled = addModelledCosts(column);
    QFormLayout* form = formSection(column, tr("Costs of one stage"));
    form->addRow(m_kept);
    for (const CostSpec& spec : costSpecs())
        addCost(form, spec);
    addAllCosts(form);
    QPushButton* drop
        = plainButton(tr("Work them out from the model"), tr("Drop the costs of the strategy"));
    form->addRow(drop);
    connect(drop, &QPushButton::clicked, this, [this] {
        doOnce(tr("drop the costs"), QStringLiteral("costs"), [](strategy::Strategy& s) {
            s.costs.reset();
            s.costsFittedTo.clear();
        });
    });
    m_refreshers.emplace_back([=, given = form->parentWidget()](const strategy::Strategy& s) {
        modelled->setVisible(!costsAreGiven(s));
        given->setVisible(costsAreGiven(s));
        form->setRowVisible(drop, s.model.has_value());
    });
}

QWidget* StrategyEditor::addModelledCosts(QVBoxLayout* column)
{
    auto* group = new QGroupBox(tr("Costs of one stage"));
    column->addWidget(group);
    auto* rows = new QVBoxLayout(group);
    QLabel* words = hintLabel();
    words->setText(tr("Worked out from the model, for the cluster's device."));
    QPushButton* give
        = plainButton(tr("Give costs instead"), tr("Begin with those that the picture shows"));
    rows->addWidget(words);
    rows->addWidget(give);
    connect(give, &QPushButton::clicked, this, [this] {
        doOnce(tr("give costs"), QStringLiteral("costs"), [this](strategy::Strategy& s) {
            plan::Costs costs = strategy::costsOf(s);
            if (m_document.isPredictionCurrent()) // which may be at the scale of a run
                if (auto own = strategy::predictedCosts(s, *m_document.prediction()->schedule))
                    costs = std::move(own->costs);
            s.costs = std::move(costs);
            s.costsFittedTo.clear();
        });
    });
    return group;
}

void StrategyEditor::addCost(QFormLayout* form, const CostSpec& spec)
{
    QDoubleSpinBox* spin = timeBox(kBoxDigits);
    const QString tip = editorText(spec.tip);
    const QString key = QString::fromLatin1(spec.key);
    const QString label = editorText(spec.label);
    addField(form, key, label, spin);
    connect(spin, &QDoubleSpinBox::valueChanged, this, [=, this, set = spec.set](double value) {
        const plan::Nanoseconds time = fromMicroseconds(value);
        edit(key, label, [&](strategy::Strategy& s) {
            s.costs = strategy::costsOf(s);
            s.costsFittedTo.clear();
            set(*s.costs, time);
        });
    });
    connect(spin, &QDoubleSpinBox::editingFinished, this, [this] { m_document.endGesture(); });
    m_refreshers.emplace_back(
        [=, get = spec.get, isOneTime = spec.isOneTime](const strategy::Strategy& s) {
            showNumber(spin, microseconds(get(strategy::costsOf(s))));
            spin->setEnabled(isOneTime(s));
            spin->setToolTip(isOneTime(s) ? tip
                                          : tr("Not one number for all: \"All costs…\" has each"));
        });
}

// The rest of the costs has a dialog of its own.
void StrategyEditor::addAllCosts(QFormLayout* form)
{
    auto* button = new QPushButton(tr("All costs…"));
    button->setAccessibleName(button->text());
    button->setToolTip(tr("Costs of each stage, rank and hop, and of the end of the step"));
    QLabel* words = hintLabel();
    form->addRow(button);
    form->addRow(words);
    connect(button, &QPushButton::clicked, this, [this] {
        if (!m_costs)
            m_costs = new CostDialog(m_document, this);
        m_costs->show();
        m_costs->raise();
        m_costs->activateWindow();
    });
    m_refreshers.emplace_back([form, words](const strategy::Strategy& s) {
        words->setText(costsInShort(s));
        form->setRowVisible(words, !words->text().isEmpty());
    });
}

} // namespace gui
