#include "gui/live/scrubber.h"

#include "gui/frame/icon.h"
#include "gui/live/action_button.h"
#include "gui/live/run_controller.h"
#include "gui/theme/metrics.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <algorithm>

namespace gui {
namespace {

constexpr int kUsualSteps = 9999; // there is room for so many from the start

QLabel* plain(const QString& accessibleName)
{
    auto* label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setAccessibleName(accessibleName);
    return label;
}

QToolButton* flat(QAction* action, Qt::ToolButtonStyle look)
{
    QToolButton* button = actionButton(action);
    button->setToolButtonStyle(look);
    button->setAutoRaise(true);
    button->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    return button;
}

} // namespace

Scrubber::Scrubber(RunController& controller, RunView& view, const ScrubberActions& actions,
                   QWidget* parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_view(view)
    , m_step(plain(tr("Step shown")))
    , m_slider(new QSlider(Qt::Horizontal))
    , m_behind(plain(tr("Behind the run")))
    , m_show(new QToolButton)
{
    makeChoice();
    m_slider->setAccessibleName(tr("Step to look at"));
    const Metrics sizes = metrics();
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(sizes.space(2));
    line->addWidget(flat(actions.previousStep, Qt::ToolButtonIconOnly));
    line->addWidget(flat(actions.nextStep, Qt::ToolButtonIconOnly));
    line->addWidget(m_step);
    line->addWidget(m_slider, 1);
    line->addWidget(m_behind);
    line->addWidget(flat(actions.follow, Qt::ToolButtonTextBesideIcon));
    line->addWidget(m_show);

    connect(m_slider, &QSlider::valueChanged, this, [this](int step) { m_view.hold(step); });
    connect(&view, &RunView::changed, this, &Scrubber::refresh);
    connect(&controller, &RunController::runChanged, this, &Scrubber::refresh);
    refresh();
}

// Which step is drawn while the run goes on.
void Scrubber::makeChoice()
{
    m_show->setIcon(icon(QStringLiteral("more")));
    m_show->setAutoRaise(true);
    m_show->setFocusPolicy(Qt::StrongFocus);
    m_show->setPopupMode(QToolButton::InstantPopup);
    m_show->setAccessibleName(tr("Which step is drawn"));
    m_show->setToolTip(tr("Which step is drawn. Automatic draws a step as it fills in when steps "
                          "take 0.4 s or longer"));
    auto* menu = new QMenu(m_show);
    auto* group = new QActionGroup(menu);
    const auto offer = [&](const QString& text, ShowStep show) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(show == ShowStep::Automatic);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, show] { m_view.setShow(show); });
    };
    offer(tr("Draw: automatic"), ShowStep::Automatic);
    offer(tr("Draw: newest complete step"), ShowStep::Complete);
    offer(tr("Draw: step filling in"), ShowStep::Filling);
    m_show->setMenu(menu);
}

void Scrubber::refresh()
{
    // The slider holds a step when its value changes. Here it only follows the step that is shown,
    // which must not be held by that.
    const QSignalBlocker quiet(m_slider);
    const StepHistory& history = m_controller.session().history();
    const ShownStep& shown = m_view.shown();
    m_slider->setEnabled(shown.complete != nullptr);
    m_slider->setToolTip(shown.complete
                             ? tr("Drag to hold an older step; Follow returns to the run")
                             : tr("No step has been seen whole yet"));
    m_behind->clear();
    if (!shown.complete) {
        m_step->setText(tr("step –"));
        return;
    }
    // Numbers that get longer must not push the slider.
    const int steps = m_controller.run() ? m_controller.run()->steps : 0;
    const int largest = std::max({steps, history.newestNumber(), kUsualSteps});
    const QString widest(QString::number(largest).size(), QLatin1Char('0'));
    const QFontMetrics words(font());
    m_step->setMinimumWidth(words.horizontalAdvance(tr("step %1").arg(widest)));
    m_slider->setRange(history.oldestNumber(), history.newestNumber());
    m_slider->setValue(shown.step->number);
    m_step->setText(tr("step %1").arg(shown.step->number));
    const int behind = history.newestNumber() - shown.step->number;
    const bool isHeld = !m_controller.isReplay() && !m_view.isFollowing();
    m_behind->setMinimumWidth(isHeld ? words.horizontalAdvance(tr("held, %1 behind").arg(widest))
                                     : 0);
    if (!isHeld)
        return;
    m_behind->setText(tr("held, %1 behind").arg(behind));
}

} // namespace gui
