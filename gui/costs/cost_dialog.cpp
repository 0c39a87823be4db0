#include "gui/costs/cost_dialog.h"

#include "gui/costs/cost_box.h"
#include "gui/costs/other_costs.h"
#include "gui/costs/stage_costs.h"
#include "gui/costs/transfer_costs.h"
#include "gui/inputs/undo_keys.h"
#include "gui/text/stage_parts.h"
#include "gui/theme/metrics.h"

#include <QAbstractSpinBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QEvent>
#include <QGridLayout>
#include <QPushButton>
#include <QShortcut>
#include <QStringList>

#include <algorithm>

namespace gui {

CostDialog::CostDialog(Document& document, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
{
    setWindowTitle(tr("Costs"));
    auto* stages = new StageCostsSection(document, this);
    auto* transfers = new TransferCostsSection(document, this);
    auto* ranks = new RankFactorsSection(document, this);
    auto* end = new StepEndSection(document, this);
    m_sections = {stages, transfers, ranks, end};

    auto* buttons = new QDialogButtonBox(this);
    auto* close = buttons->addButton(tr("Close"), QDialogButtonBox::AcceptRole);
    close->setAccessibleName(close->text());
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);

    auto* grid = new QGridLayout(this);
    grid->addWidget(stages, 0, 0, 1, 2);
    grid->addWidget(transfers, 1, 0);
    grid->addWidget(ranks, 1, 1, 2, 1);
    grid->addWidget(end, 2, 0);
    grid->addWidget(buttons, 3, 0, 1, 2);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(2, 1);
    resize(metrics().px(620), metrics().px(560));

    // A spin box would otherwise take Ctrl+Z for the text typed into it, and the window's actions
    // do not reach into a dialog, which is a window of its own.
    for (auto* box : findChildren<QAbstractSpinBox*>())
        leaveUndoToWindow(box);
    for (const auto key : {QKeySequence::Undo, QKeySequence::Redo})
        connect(new QShortcut(key, this), &QShortcut::activated, this, [this, key] {
            QUndoStack& changes = m_document.undoStack();
            key == QKeySequence::Undo ? changes.undo() : changes.redo();
        });
    connect(&document, &Document::strategyChanged, this, &CostDialog::refresh);
    connect(&document, &Document::problemsChanged, this, &CostDialog::refreshProblems);
    refresh();
}

void CostDialog::setWords(const std::function<QString(const strategy::Problem&)>& words)
{
    for (CostSection* section : m_sections)
        section->setWords(words);
}

void CostDialog::refresh()
{
    for (CostSection* section : m_sections)
        section->refresh(m_document.strategy());
    refreshProblems();
}

void CostDialog::refreshProblems()
{
    for (CostSection* section : m_sections)
        section->refreshProblems();
}

void CostDialog::changeEvent(QEvent* event)
{
    // Problems are written in the theme's colour of errors, which is part of a label's palette.
    if (event->type() == QEvent::PaletteChange)
        refreshProblems();
    QDialog::changeEvent(event);
}

QString costsInShort(const strategy::Strategy& strategy)
{
    if (!strategy.costs)
        return {};
    const auto text
        = [](const char* source) { return QCoreApplication::translate("Costs", source); };
    const auto time = [](plan::Nanoseconds value) {
        return numberText(microseconds(value)) + QStringLiteral(" µs");
    };
    const plan::Costs& costs = *strategy.costs;
    QStringList parts;
    if (costs.stages.size() > 1)
        parts << text(QT_TRANSLATE_NOOP("Costs", "each of %1 stages its own"))
                     .arg(costs.stages.size());
    else if (costs.stages.front().recompute != plan::Nanoseconds{0})
        parts << text(QT_TRANSLATE_NOOP("Costs", "recomputation %1"))
                     .arg(time(costs.stages.front().recompute));
    if (hasHostWaits(costs))
        parts << text(QT_TRANSLATE_NOOP("Costs", "waits for the host"));
    if (!costs.hops.empty())
        parts << text(QT_TRANSLATE_NOOP("Costs", "each hop its own"));
    else if (costs.link)
        parts << text(QT_TRANSLATE_NOOP("Costs", "a hop from latency and bandwidth"));
    const auto differ = std::count_if(costs.rankFactors.begin(), costs.rankFactors.end(),
                                      [](double factor) { return factor != 1; });
    if (differ > 0)
        parts << text(QT_TRANSLATE_NOOP("Costs", "ranks of another speed: %1")).arg(differ);
    if (costs.gradientReduction != plan::Nanoseconds{0})
        parts << text(QT_TRANSLATE_NOOP("Costs", "gradient reduction %1"))
                     .arg(time(costs.gradientReduction));
    if (costs.optimizer != plan::Nanoseconds{0})
        parts << text(QT_TRANSLATE_NOOP("Costs", "optimizer %1")).arg(time(costs.optimizer));
    if (costs.pairOverlap != 0)
        parts << text(QT_TRANSLATE_NOOP("Costs", "pairs overlap by %1 %"))
                     .arg(numberText(costs.pairOverlap * 100));
    return parts.join(QStringLiteral(" · "));
}

} // namespace gui
