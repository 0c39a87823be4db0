#include "gui/live/run_controls.h"

#include "gui/live/action_button.h"
#include "gui/live/slow_dialog.h"
#include "gui/live/swap_dialog.h"
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
{
    m_actions.stopAfterStep->setIconText(tr("Stop after step"));
    m_actions.checkpoint->setIconText(tr("Checkpoint"));
    m_actions.slow->setIconText(tr("Slow…"));
    m_actions.swap->setIconText(tr("Swap…"));
    m_answer->setTextFormat(Qt::PlainText);
    m_answer->setWordWrap(true);
    m_answer->setTextInteractionFlags(Qt::TextSelectableByMouse);
    // Its text can be selected with the mouse, but Tab has nothing to do there.
    m_answer->setFocusPolicy(Qt::NoFocus);
    m_answer->setAccessibleName(tr("Answer of the run"));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(4);
    grid->addWidget(actionButton(m_actions.pause), 0, 0, 1, 3);
    grid->addWidget(actionButton(m_actions.stopAfterStep), 0, 3, 1, 3);
    grid->addWidget(actionButton(m_actions.checkpoint), 1, 0, 1, 2);
    grid->addWidget(actionButton(m_actions.slow), 1, 2, 1, 2);
    grid->addWidget(actionButton(m_actions.swap), 1, 4, 1, 2);
    grid->addWidget(m_answer, 2, 0, 1, 6);
    connectActions();
    connect(&control, &RunControl::changed, this, &RunControls::refresh);
    // Whether the order is known changes with the steps; all else here changes with the control.
    connect(&view, &RunView::changed, this, [this] { setWhyNot(m_actions.swap, whyNoSwap()); });
    refresh();
}

void RunControls::connectActions()
{
    using What = ControlRequest::What;
    connect(m_actions.pause, &QAction::triggered, this,
            [this] { m_control.ask({.what = m_control.isPaused() ? What::Resume : What::Pause}); });
    connect(m_actions.stopAfterStep, &QAction::triggered, this,
            [this] { m_control.ask({.what = What::StopAfterStep}); });
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

void RunControls::openSlow() { (new SlowDialog(m_control, ranks(), window()))->open(); }

void RunControls::openSwap()
{
    const RunSnapshotPtr& run = m_view.run();
    if (!run || !run->info)
        return;
    const auto running = m_controller.launched().order(run->schedule);
    if (!running)
        return;
    const auto strategy = m_view.runStrategy();
    const bool knowsTime = strategy && m_view.knowsTimeOf(*strategy);
    (new SwapDialog(m_control,
                    {running, QString::fromStdString(run->schedule.name), strategy, knowsTime},
                    window()))
        ->open();
}

QString RunControls::whyNoSwap() const
{
    const QString whyNot = m_control.whyNot();
    return whyNot.isEmpty() && !m_view.shown().schedule
        ? tr("The order that the run follows is not known")
        : whyNot;
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
    setVisible(m_control.isLive() || !m_control.answer().isEmpty());
}

void RunControls::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        refresh();
    QWidget::changeEvent(event);
}

} // namespace gui
