#include "gui/live/run_controls.h"

#include "gui/live/action_button.h"
#include "gui/live/slow_dialog.h"
#include "gui/live/swap_dialog.h"
#include "gui/live/verdict_words.h"
#include "gui/live/why_not.h"
#include "gui/theme/theme.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>

#include <algorithm>

namespace gui {
RunControls::RunControls(RunControl& control, RunView& view, RunController& controller,
                         const ControlActions& actions, QWidget* parent)
    : QWidget(parent)
    , m_control(control)
    , m_view(view)
    , m_controller(controller)
    , m_actions(actions)
    , m_answer(new QLabel)
    , m_slowed(new QLabel)
{
    m_actions.stopAfterStep->setIconText(tr("Stop after step"));
    m_actions.checkpoint->setIconText(tr("Checkpoint"));
    m_actions.slow->setIconText(tr("Slow…"));
    m_actions.swap->setIconText(tr("Swap…"));
    for (QLabel* label : {m_answer, m_slowed}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        // Its text can be selected with the mouse, but Tab has nothing to do there.
        label->setFocusPolicy(Qt::NoFocus);
    }
    m_answer->setAccessibleName(tr("Answer of the run"));
    m_slowed->setAccessibleName(tr("Slowed by hand"));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(4);
    grid->addWidget(actionButton(m_actions.pause), 0, 0, 1, 3);
    grid->addWidget(actionButton(m_actions.stopAfterStep), 0, 3, 1, 3);
    grid->addWidget(actionButton(m_actions.checkpoint), 1, 0, 1, 2);
    grid->addWidget(actionButton(m_actions.slow), 1, 2, 1, 2);
    grid->addWidget(actionButton(m_actions.swap), 1, 4, 1, 2);
    grid->addWidget(m_slowed, 2, 0, 1, 6);
    grid->addWidget(m_answer, 3, 0, 1, 6);
    connectActions();
    connect(&control, &RunControl::changed, this, &RunControls::refresh);
    // Whether the order is known, and which ranks are slow, changes with the steps; all else here
    // changes with the control.
    connect(&view, &RunView::changed, this, [this] {
        setWhyNot(m_actions.swap, whyNoSwap());
        showSlowed();
    });
    refresh();
}

void RunControls::connectActions()
{
    using What = ControlRequest::What;
    connect(m_actions.pause, &QAction::triggered, this,
            [this] { m_control.ask({.what = m_control.isPaused() ? What::Resume : What::Pause}); });
    connect(m_actions.checkpoint, &QAction::triggered, this,
            [this] { m_control.ask({.what = What::Checkpoint}); });
    connect(m_actions.slow, &QAction::triggered, this, &RunControls::openSlow);
    connect(m_actions.swap, &QAction::triggered, this, &RunControls::openSwap);
}

// Of the world; those of the pipeline where that is all that is known.
int RunControls::ranks() const
{
    const RunSnapshotPtr& run = m_view.run();
    if (run && run->info)
        return run->info->world;
    return std::max(1, m_controller.run() ? m_controller.run()->ranks : 0);
}

void RunControls::openSlow()
{
    const RunSnapshotPtr& run = m_view.run();
    SlowBasis basis;
    basis.prediction = m_view.shown().prediction ? m_view.shown().prediction
                                                 : m_controller.launched().predictionOfRun();
    basis.knowsTime = basis.prediction && m_view.knowsTimeOf(basis.prediction->strategy);
    basis.replicas = run && run->info ? run->info->replicas() : 1;
    (new SlowDialog(m_control, ranks(), basis, window()))->open();
}

void RunControls::openSwap()
{
    const RunSnapshotPtr& run = m_view.run();
    if (!run || !run->info)
        return;
    const auto running = m_controller.launched().order(run->schedule);
    if (!running)
        return;
    Swapping swapping{running, QString::fromStdString(run->schedule.name)};
    swapping.as = predictedAs(*run->info);
    if (const strategy::Strategy* strategy = m_view.runStrategy()) {
        swapping.strategy = *strategy;
        swapping.knowsTime = m_view.knowsTimeOf(*strategy);
    }
    (new SwapDialog(m_control, swapping, window()))->open();
}

QString RunControls::whyNoSwap() const
{
    const QString whyNot = m_control.whyNot();
    return whyNot.isEmpty() && !m_view.shown().schedule
        ? tr("The order that the run follows is not known")
        : whyNot;
}

void RunControls::showSlowed()
{
    const QString slowed
        = m_control.isLive() ? slowedNowText(m_controller.session().conditions()) : QString();
    m_slowed->setText(slowed);
    m_slowed->setVisible(!slowed.isEmpty());
}

void RunControls::refresh()
{
    for (QAction* action :
         {m_actions.pause, m_actions.stopAfterStep, m_actions.checkpoint, m_actions.slow})
        setWhyNot(action, m_control.whyNot());
    setWhyNot(m_actions.swap, whyNoSwap());
    m_actions.pause->setIconText(m_control.isPaused() ? tr("Resume") : tr("Pause"));
    m_answer->setText(m_control.answer());
    m_answer->setVisible(!m_control.answer().isEmpty());
    QPalette colours = palette();
    const Theme& theme = themeFor(colours);
    colours.setColor(QPalette::WindowText, m_control.isRefusal() ? theme.error : theme.mutedText);
    m_answer->setPalette(colours);
    showSlowed();
    setVisible(m_control.isLive() || !m_control.answer().isEmpty());
}

void RunControls::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        refresh();
    QWidget::changeEvent(event);
}

} // namespace gui
