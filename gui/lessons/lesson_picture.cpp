#include "gui/lessons/lesson_picture.h"

#include "gui/lessons/build_lanes.h"

#include <QLabel>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

// The part of a state that lives as long as whoever holds it.
template <class Part>
std::shared_ptr<const Part> partOf(const lesson::PlannedPtr& planned, const Part& part)
{
    return {planned, &part};
}

struct StateCauses {
    explicit StateCauses(lesson::PlannedPtr of)
        : planned(std::move(of))
        , explainer(planned->schedule(), planned->timeline(), planned->costs())
        , critical(plan::criticalPath(planned->schedule(), planned->timeline(), planned->costs()))
    {
    }

    lesson::PlannedPtr planned; // before the explainer, which refers to its parts
    plan::Explainer explainer;
    plan::CriticalPath critical;
};

// A number that is asked for stands in the picture.
bool givesAway(const lesson::Step& step)
{
    return std::holds_alternative<lesson::NumberAction>(step.action);
}

} // namespace

TrackData trackOf(const QString& title, const lesson::PlannedPtr& planned)
{
    const auto causes = std::make_shared<const StateCauses>(planned);
    TrackData track;
    track.title = title;
    track.timeline = partOf(planned, planned->timeline());
    track.schedule = partOf(planned, planned->schedule());
    track.ledger = partOf(planned, planned->ledger());
    track.costs = partOf(planned, planned->costs());
    track.explainer = {causes, &causes->explainer};
    track.critical = {causes, &causes->critical};
    return track;
}

LessonPicture::LessonPicture(LessonSession& session, ViewState& state, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_stack(new QStackedLayout(this))
    , m_timeline(new TimelinePanel(state))
    , m_build(new QWidget)
    , m_cover(new QLabel(tr("The picture is drawn once you have answered.")))
{
    new QVBoxLayout(m_build);
    m_cover->setAlignment(Qt::AlignCenter);
    m_cover->setWordWrap(true);
    m_stack->addWidget(m_timeline);
    m_stack->addWidget(m_build);
    m_stack->addWidget(m_cover);
    connect(&session, &LessonSession::stepChanged, this, &LessonPicture::beginStep);
    connect(&session, &LessonSession::changed, this, &LessonPicture::refresh);
    beginStep();
}

bool LessonPicture::isCovered() const
{
    return m_session.phase() == StepPhase::Asked && givesAway(m_session.step());
}

void LessonPicture::beginStep()
{
    delete m_lanes;
    m_lanes = nullptr;
    if (lesson::BuildBoard* board = m_session.board()) {
        m_lanes = new BuildLanes(*board);
        m_lanes->setUnit(m_session.read().lesson.unit.value_or(plan::Nanoseconds{}));
        if (const auto best = lesson::shownBy(m_session.read(), m_session.step()))
            m_lanes->setExtent(best->timeline().makespan * 5 / 4);
        connect(m_lanes, &BuildLanes::boardChanged, &m_session, &LessonSession::boardChanged);
        connect(m_lanes, &BuildLanes::refused, this, &LessonPicture::refused);
        m_build->layout()->addWidget(m_lanes);
    }
    refresh();
}

void LessonPicture::refresh()
{
    const bool builds = m_lanes && m_session.phase() == StepPhase::Asked;
    if (!builds)
        showTracks();
    m_stack->setCurrentWidget(builds            ? m_build
                                  : isCovered() ? static_cast<QWidget*>(m_cover)
                                                : m_timeline);
}

void LessonPicture::showTracks()
{
    const auto& read = m_session.read();
    std::vector<std::pair<QString, lesson::PlannedPtr>> wanted;
    for (const std::string& state : m_session.step().compare)
        if (const auto found = read.states.find(state);
            found != read.states.end() && found->second.planned)
            wanted.emplace_back(QString::fromStdString(state), found->second.planned);
    if (const lesson::PlannedPtr shown = m_session.shown(); wanted.empty() && shown)
        wanted.emplace_back(QString::fromStdString(m_session.step().state), shown);
    std::vector<lesson::PlannedPtr> tracks;
    for (const auto& [title, planned] : wanted)
        tracks.push_back(planned);
    if (tracks == m_tracks)
        return;
    for (std::size_t slot = wanted.size(); slot < m_tracks.size(); ++slot)
        m_timeline->removeTrack(int(slot));
    for (std::size_t slot = 0; slot < wanted.size(); ++slot)
        m_timeline->setTrack(int(slot), trackOf(wanted[slot].first, wanted[slot].second));
    m_tracks = std::move(tracks);
    m_timeline->viewState().fit();
}

} // namespace gui
