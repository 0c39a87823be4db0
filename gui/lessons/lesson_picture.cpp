#include "gui/lessons/lesson_picture.h"

#include "gui/lanes/build_bar.h"
#include "gui/lanes/build_lanes.h"
#include "gui/lanes/build_words.h"
#include "gui/lessons/lesson_text.h"
#include "gui/text/engine_text.h"
#include "gui/theme/metrics.h"
#include "gui/timeline/time_text.h"

#include <QScrollArea>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

// A number that is asked for stands in the picture, and which of several is shorter is seen there.
bool givesAway(const lesson::Step& step)
{
    return std::holds_alternative<lesson::NumberAction>(step.action)
        || (std::holds_alternative<lesson::ChooseAction>(step.action) && step.compare.size() > 1);
}

// Whether it is when something is over, and so has a place on the axis.
bool isMoment(const lesson::Measure& measure)
{
    return measure.id == lesson::MeasureId::Makespan || measure.id == lesson::MeasureId::PhaseEnd
        || measure.id == lesson::MeasureId::Bound;
}

std::optional<Nanoseconds> guessedMoment(const lesson::NumberAction& action,
                                         const lesson::Numbers& numbers, LaneUnit unit)
{
    if (numbers.values.size() != 1 || action.is.size() != 1 || !isMoment(action.is.front()))
        return std::nullopt;
    const double guessed = numbers.values.front() * lesson::scaleOf(action.unit, unit);
    // What is no time of any step, or cannot be one in nanoseconds.
    if (!(guessed > 0 && guessed < 1e18))
        return std::nullopt;
    return Nanoseconds{std::llround(guessed)};
}

} // namespace

LessonPicture::LessonPicture(LessonSession& session, ViewState& state, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_state(state)
    , m_stack(new QStackedLayout(this))
    , m_played(new PlayedStep(state))
    , m_timeline(new TimelinePanel(state))
    , m_build(new QWidget)
    , m_buildPlace(new QVBoxLayout(m_build))
{
    const Metrics sizes = metrics();
    m_buildPlace->setContentsMargins(sizes.space(4), sizes.space(2), sizes.space(4),
                                     sizes.space(2));
    m_stack->addWidget(m_played);
    m_stack->addWidget(m_timeline);
    m_stack->addWidget(m_build);
    connect(&session, &LessonSession::stepChanged, this, &LessonPicture::beginStep);
    connect(&session, &LessonSession::changed, this, &LessonPicture::refresh);
    beginStep();
}

bool LessonPicture::isPlayed() const { return m_stack->currentWidget() == m_played; }

bool LessonPicture::isCovered() const
{
    return m_session.phase() == StepPhase::Asked && givesAway(m_session.step()) && !m_isRevealed
        && !m_session.given();
}

void LessonPicture::reveal()
{
    m_isRevealed = true;
    refresh();
}

void LessonPicture::setForAudience()
{
    m_isForAudience = true;
    m_played->bar().hide();
    beginStep();
}

void LessonPicture::setLetterHeight(int pixels)
{
    m_letters = pixels;
    m_played->setLetterHeight(pixels);
    m_timeline->setTypeHeight(pixels);
    if (m_lanes)
        m_lanes->setLetterHeight(pixels);
}

void LessonPicture::makeBuild()
{
    qDeleteAll(m_build->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    m_lanes = nullptr;
    m_buildBar = nullptr;
    lesson::BuildBoard* board = m_session.board();
    if (!board)
        return;
    m_lanes = new BuildLanes(*board);
    m_lanes->setUnit(unit().value_or(Nanoseconds{}));
    m_lanes->setLetterHeight(m_letters);
    m_lanes->setHelp(keptHelp());
    if (const auto best = lesson::shownBy(m_session.read(), m_session.step()))
        m_lanes->setExtent(best->timeline().makespan * 5 / 4);
    m_buildBar = new BuildBar(*board, *m_lanes);
    m_buildBar->setUnit(unit());
    if (const auto* build = std::get_if<lesson::BuildAction>(&m_session.step().action))
        m_buildBar->setCap(build->cap);
    auto* scrolled = new QScrollArea;
    scrolled->setWidgetResizable(true);
    scrolled->setFrameShape(QFrame::NoFrame);
    scrolled->setFocusPolicy(Qt::NoFocus);
    scrolled->setWidget(m_lanes);
    m_buildPlace->addWidget(m_buildBar);
    if (m_isForAudience)
        m_buildBar->hide();
    m_buildPlace->addWidget(scrolled, 1);
    connect(m_lanes, &BuildLanes::boardChanged, &m_session, &LessonSession::boardChanged);
    connect(m_lanes, &BuildLanes::refused, this, &LessonPicture::refused);
}

void LessonPicture::beginStep()
{
    m_isRevealed = false;
    m_isFirstTry = true;
    m_isNoted = false;
    m_state.setSelected({});
    m_state.setGap({});
    m_state.setArea({});
    makeBuild();
    m_played->setUnit(unit());
    m_played->setNote({});
    m_played->lanes().setGuess({});
    m_played->lanes().setCovered(isCovered());
    refresh();
}

void LessonPicture::refresh()
{
    const bool builds = m_lanes && m_session.phase() == StepPhase::Asked;
    if (!builds)
        showTracks();
    takeGuess();
    noteBuild();
    const bool isPlayable = isCovered() || PlayLanes::areReadable(m_played->lanes().tracks());
    m_stack->setCurrentWidget(builds           ? m_build
                                  : isPlayable ? static_cast<QWidget*>(m_played)
                                               : m_timeline);
    PlayLanes& lanes = m_played->lanes();
    if (isCovered())
        lanes.setCovered(true);
    else if (lanes.isCovered())
        lanes.reveal();
}

// The first one: what was tried after that is not what was predicted.
void LessonPicture::takeGuess()
{
    PlayLanes& lanes = m_played->lanes();
    const auto& given = m_session.given();
    if (!given || lanes.guess() || m_isForAudience)
        return;
    if (const auto* action = std::get_if<lesson::NumberAction>(&m_session.step().action)) {
        const auto* numbers = std::get_if<lesson::Numbers>(&*given);
        const auto moment
            = numbers ? guessedMoment(*action, *numbers, unit()) : std::optional<Nanoseconds>();
        if (moment)
            lanes.setGuess(LaneGuess{.range = {*moment, *moment + Nanoseconds{1}},
                                     .label = tr("Your guess: %1").arg(laneTime(*moment, unit()))});
    } else if (std::holds_alternative<lesson::Stretch>(*given) && m_state.area()) {
        const TimeArea area = *m_state.area();
        lanes.setGuess(
            LaneGuess{.range = area.range,
                      .rank = area.firstRank,
                      .label = tr("Your guess: %1").arg(laneTime(area.range.length(), unit())),
                      .isStretch = true});
    }
}

void LessonPicture::noteBuild()
{
    const auto& judged = m_session.judgement();
    if (!m_lanes || !judged || m_isNoted)
        return;
    if (!judged->passed) {
        m_isFirstTry = false;
        return;
    }
    m_isNoted = true;
    const auto& build = std::get<lesson::BuildAction>(m_session.step().action);
    // An audience is given the answer, and lays nothing.
    const auto& given = m_session.given();
    const auto* made = given ? std::get_if<lesson::Made>(&*given) : nullptr;
    if (made && made->planned)
        m_played->setNote(builtWords(*made->planned, build.cap));
    if (!m_isForAudience && m_isFirstTry && m_session.hintsShown() == 0)
        keepHelp(lessHelp(m_lanes->help()));
}

std::vector<LaneTrack> LessonPicture::wantedTracks() const
{
    std::vector<LaneTrack> wanted;
    for (const NamedState& state : m_session.shownStates()) {
        if (!state.planned)
            continue;
        LaneTrack track{QString::fromStdString(state.name), state.planned};
        if (const auto* build = std::get_if<lesson::BuildAction>(&m_session.step().action))
            track.cap = build->cap;
        else if (const auto most = state.planned->strategy().schedule.options.maxInFlight)
            track.cap = {*most};
        wanted.push_back(std::move(track));
    }
    return wanted;
}

// Timelines have an axis in seconds; texts speak of the lesson's unit, unless a model tells
// seconds.
QString LessonPicture::titleWithUnit(const LaneTrack& track) const
{
    if (!unit() || track.planned->strategy().model)
        return track.title;
    return tr("%1 · 1 u = %2", "a state, a time")
        .arg(track.title, QString::fromStdString(timeText(*unit())));
}

void LessonPicture::showTracks()
{
    std::vector<LaneTrack> wanted = wantedTracks();
    m_timeline->setEmptyText(refusalText());
    const std::vector<LaneTrack>& before = m_played->lanes().tracks();
    if (wanted == before)
        return;
    for (std::size_t slot = wanted.size(); slot < before.size(); ++slot)
        m_timeline->removeTrack(int(slot));
    for (std::size_t slot = 0; slot < wanted.size(); ++slot)
        m_timeline->setTrack(int(slot),
                             trackOf(slot == 0 ? titleWithUnit(wanted[slot]) : wanted[slot].title,
                                     wanted[slot].planned));
    m_played->lanes().setTracks(std::move(wanted));
    m_state.fit();
}

// A state that is refused has no picture, but a reason, which may be what is asked for.
QString LessonPicture::refusalText() const
{
    const auto& problems = m_session.refusal();
    if (problems.empty())
        return {};
    const lesson::Action& action = m_session.step().action;
    const bool mayBeAsked = std::holds_alternative<lesson::NumberAction>(action)
        || std::holds_alternative<lesson::ChooseAction>(action)
        || std::holds_alternative<lesson::ClickAction>(action);
    if (m_session.phase() == StepPhase::Asked && mayBeAsked)
        return tr("The engine refuses this state.");
    const strategy::Problem& first = problems.front();
    return tr("Refused: %1 %2", "a field, and what is wrong with it")
        .arg(fieldWords(first.key), engineText(first.sentence));
}

} // namespace gui
