#include "gui/lanes/play_bar.h"

#include "gui/frame/icon.h"
#include "gui/theme/metrics.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

namespace gui {
namespace {

constexpr int kSliderSteps = 1000;

QToolButton* playButton(const QString& name)
{
    auto* button = new QToolButton;
    button->setIcon(icon(name));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

} // namespace

PlayBar::PlayBar(PlayClock& clock, QWidget* parent)
    : QWidget(parent)
    , m_clock(clock)
    , m_before(playButton(QStringLiteral("previous")))
    , m_play(playButton(QStringLiteral("run")))
    , m_behind(playButton(QStringLiteral("next")))
    , m_slider(new QSlider(Qt::Horizontal))
    , m_time(new QLabel)
    , m_speed(new QComboBox)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    for (QWidget* part :
         std::initializer_list<QWidget*>{m_before, m_play, m_behind, m_slider, m_time, m_speed})
        row->addWidget(part, part == m_slider ? 1 : 0);
    m_slider->setRange(0, kSliderSteps);
    m_slider->setPageStep(kSliderSteps / 10);
    m_time->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    for (const double speed : kPlaySpeeds)
        m_speed->addItem(QString(), speed);
    connect(m_before, &QToolButton::clicked, &clock, [&clock] { clock.stepBy(-1); });
    connect(m_behind, &QToolButton::clicked, &clock, [&clock] { clock.stepBy(1); });
    connect(m_play, &QToolButton::clicked, &clock, &PlayClock::toggle);
    connect(m_slider, &QSlider::valueChanged, &clock, [&clock](int value) {
        clock.pause();
        clock.seek(clock.end() * value / kSliderSteps);
    });
    connect(m_speed, &QComboBox::currentIndexChanged, &clock,
            [this, &clock] { clock.setSpeed(m_speed->currentData().toDouble()); });
    for (const auto changed : {&PlayClock::timeChanged, &PlayClock::playingChanged,
                               &PlayClock::speedChanged, &PlayClock::eventsChanged})
        connect(&clock, changed, this, &PlayBar::refresh);
    retranslate();
    applySizes();
}

void PlayBar::setUnit(LaneUnit unit)
{
    m_unit = unit;
    refresh();
    applySizes();
}

void PlayBar::applySizes()
{
    const Metrics sizes = metrics();
    layout()->setSpacing(sizes.space(2));
    for (QToolButton* button : {m_before, m_play, m_behind}) {
        button->setIconSize({sizes.iconSize(), sizes.iconSize()});
        button->setFixedSize(sizes.barHeight(), sizes.barHeight());
    }
    // The same wherever the time stands, so that nothing moves as it goes by.
    m_time->setFixedWidth(
        m_time->fontMetrics().horizontalAdvance(QStringLiteral("000.00 ms / 000.00 ms")));
}

void PlayBar::retranslate()
{
    const auto say = [](QWidget* widget, const QString& name, const QString& tip) {
        widget->setAccessibleName(name);
        widget->setToolTip(tip);
    };
    say(m_before, tr("Event before"), tr("To the event before (comma)"));
    say(m_behind, tr("Next event"), tr("To the next event (full stop)"));
    say(m_slider, tr("Moment of the step"), tr("The moment of the step that is shown"));
    say(m_speed, tr("Speed"), tr("How fast the step is played"));
    m_time->setAccessibleName(tr("Time"));
    m_speed->setItemText(0, tr("¼ ×"));
    m_speed->setItemText(1, tr("½ ×"));
    for (int i = 2; i < m_speed->count(); ++i)
        m_speed->setItemText(i, tr("%1 ×").arg(m_speed->itemData(i).toInt()));
    refresh();
}

void PlayBar::refresh()
{
    const QSignalBlocker blockedSlider(m_slider);
    const QSignalBlocker blockedSpeed(m_speed);
    const bool plays = m_clock.isPlaying();
    m_play->setIcon(icon(plays ? QStringLiteral("pause") : QStringLiteral("run")));
    m_play->setAccessibleName(plays ? tr("Pause") : tr("Play"));
    m_play->setToolTip(plays ? tr("Pause (Space)") : tr("Play (Space)"));
    const auto end = std::max<Nanoseconds::rep>(1, m_clock.end().count());
    // Of what is kept back the time is, too: it would tell how long the step is.
    m_slider->setValue(isEnabled() ? int(m_clock.time().count() * kSliderSteps / end) : 0);
    m_speed->setCurrentIndex(m_speed->findData(m_clock.speed()));
    m_before->setEnabled(m_clock.time().count() > 0);
    m_behind->setEnabled(!m_clock.isAtEnd());
    m_time->setText(isEnabled() ? tr("%1 / %2").arg(laneTime(m_clock.time(), m_unit),
                                                    laneTime(m_clock.end(), m_unit))
                                : QString());
}

void PlayBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space)
        return m_clock.toggle();
    if (event->key() == Qt::Key_Comma || event->key() == Qt::Key_Period)
        return m_clock.stepBy(event->key() == Qt::Key_Comma ? -1 : 1);
    QWidget::keyPressEvent(event);
}

void PlayBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::LocaleChange)
        retranslate();
    if (event->type() == QEvent::EnabledChange)
        refresh();
    if (event->type() == QEvent::FontChange)
        applySizes();
}

} // namespace gui
