#include "gui/lessons/lesson_session.h"

#include <algorithm>

namespace gui {
namespace {

using lesson::Step;

// How much is laid at first: whoever passed a build before is given less.
lesson::Faded fadedFor(const lesson::StepProgress* progress, bool fades)
{
    if (!fades)
        return lesson::Faded::Shown;
    const int passed = progress && progress->passed ? 1 + progress->practices : 0;
    return passed == 0 ? lesson::Faded::Nothing : lesson::Faded::Begun;
}

} // namespace

LessonSession::LessonSession(std::shared_ptr<const lesson::ReadLesson> read, ProgressStore* store,
                             QObject* parent)
    : QObject(parent)
    , m_read(std::move(read))
    , m_store(store)
    , m_passed(m_read->lesson.steps.size())
{
    m_current = firstOpen();
    begin();
}

void LessonSession::setRead(std::shared_ptr<const lesson::ReadLesson> read)
{
    const std::string id = count() > 0 ? step().id : std::string();
    std::map<std::string, bool> passed;
    for (int i = 0; i < count(); ++i)
        passed[m_read->lesson.steps[std::size_t(i)].id] = m_passed[std::size_t(i)];
    m_read = std::move(read);
    m_passed.clear();
    for (const Step& step : m_read->lesson.steps)
        m_passed.push_back(passed[step.id]);
    m_current = std::clamp(m_current, 0, std::max(0, count() - 1));
    m_drawn.reset();
    for (int i = 0; i < count(); ++i)
        if (m_read->lesson.steps[std::size_t(i)].id == id)
            m_current = i;
    begin();
}

int LessonSession::count() const { return static_cast<int>(m_read->lesson.steps.size()); }

const Step& LessonSession::step() const
{
    static const Step kNone;
    if (m_drawn)
        return m_drawnStep;
    return count() == 0 ? kNone : m_read->lesson.steps[std::size_t(m_current)];
}

const lesson::StepProgress* LessonSession::progressOf(int step) const
{
    if (!m_store || step < 0 || step >= count())
        return nullptr;
    return m_store->progress().find(name(), m_read->lesson.steps[std::size_t(step)].id);
}

bool LessonSession::isPassed(int step) const
{
    if (step < 0 || step >= count())
        return false;
    const lesson::StepProgress* kept = progressOf(step);
    return m_passed[std::size_t(step)] || (kept && kept->passed);
}

// What was passed in an earlier session is asked anew when one comes back to it.
StepPhase LessonSession::phase() const
{
    return count() > 0 && m_passed[std::size_t(m_current)] ? StepPhase::Passed : StepPhase::Asked;
}

int LessonSession::firstOpen() const
{
    for (int i = 0; i < count(); ++i)
        if (!isPassed(i))
            return i;
    return 0;
}

void LessonSession::begin()
{
    m_fields.clear();
    m_shown.reset();
    m_isBroken = false;
    m_board.reset();
    m_judgement.reset();
    m_given.reset();
    m_hints = 0;
    const lesson::PlannedPtr own = lesson::shownBy(*m_read, step());
    const auto* build = std::get_if<lesson::BuildAction>(&step().action);
    if (build && own) {
        const auto from = m_read->states.find(build->from);
        const lesson::Planned* start
            = from == m_read->states.end() ? nullptr : from->second.planned.get();
        // A build that fades is begun with what its own state has.
        const lesson::Faded faded = fadedFor(progressOf(m_current), build->fade);
        if (!start && build->fade && faded != lesson::Faded::Nothing)
            start = own.get();
        m_board.emplace(own, lesson::BoardOptions{.cap = build->cap, .split = build->split}, start,
                        faded);
    }
    emit stepChanged();
}

void LessonSession::go(int step)
{
    const int wanted = std::clamp(step, 0, std::max(0, count() - 1));
    if (wanted == m_current)
        return;
    m_current = wanted;
    m_drawn.reset();
    begin();
}

void LessonSession::goTo(const std::string& id)
{
    for (int i = 0; i < count(); ++i)
        if (m_read->lesson.steps[std::size_t(i)].id == id)
            return go(i);
}

bool LessonSession::goOn()
{
    if (phase() != StepPhase::Passed || m_current + 1 >= count())
        return false;
    go(m_current + 1);
    return true;
}

void LessonSession::restart()
{
    if (count() == 0)
        return;
    m_passed[std::size_t(m_current)] = false;
    begin();
}

void LessonSession::ask(const lesson::DrawnQuestion& question)
{
    if (count() == 0)
        return;
    m_drawn.reset();
    m_drawnStep = step();
    m_drawnStep.compare.clear();
    m_drawnStep.wrong.clear();
    m_drawnStep.hints.clear();
    m_drawnStep.reveal = {};
    m_drawn = question;
    m_passed[std::size_t(m_current)] = false;
    begin();
}

lesson::PlannedPtr LessonSession::shown() const
{
    if (m_isBroken)
        return nullptr;
    if (m_drawn)
        return m_drawn->planned;
    return m_shown ? m_shown : lesson::shownBy(*m_read, step());
}

const std::vector<strategy::Problem>& LessonSession::refusal() const
{
    static const std::vector<strategy::Problem> kNone;
    if (m_isBroken)
        return m_refusal;
    const auto own = m_read->states.find(step().state);
    return shown() || own == m_read->states.end() ? kNone : own->second.problems;
}

lesson::Scene LessonSession::scene() const { return {*m_read, step(), shown(), run()}; }

std::vector<NamedState> LessonSession::shownStates() const
{
    std::vector<NamedState> shownStates;
    for (const std::string& name : step().compare)
        if (const auto found = m_read->states.find(name); found != m_read->states.end())
            shownStates.push_back({name, found->second.planned});
    if (shownStates.empty())
        shownStates.push_back({step().state, shown()});
    return shownStates;
}

lesson::Ask LessonSession::ask() const { return lesson::askOf(m_read->states, shown(), run()); }

void LessonSession::setField(const std::string& key, const std::string& word)
{
    const lesson::State* state = m_read->lesson.find(step().state);
    if (!state)
        return;
    m_fields[key] = word;
    lesson::PlannedState made = lesson::planState(*state, m_fields, m_read->folder);
    m_shown = std::move(made.planned);
    m_refusal = std::move(made.problems);
    m_isBroken = m_shown == nullptr;
    consider(lesson::Made{m_shown});
}

void LessonSession::boardChanged()
{
    m_shown = m_board->planned();
    if (!m_shown->hasTimeline())
        m_shown.reset();
    if (m_board->isComplete())
        answer(lesson::Made{m_board->planned()});
    else
        emit changed();
}

const lesson::Judgement& LessonSession::answer(const lesson::Answer& answer)
{
    take(answer, true);
    return *m_judgement;
}

const lesson::Judgement& LessonSession::consider(const lesson::Answer& answer)
{
    take(answer, false);
    return *m_judgement;
}

void LessonSession::take(const lesson::Answer& answer, bool countsAsTry)
{
    m_given = answer;
    if (const auto* run = std::get_if<lesson::MeasuredRun>(&answer))
        m_run = *run;
    m_judgement = lesson::judge(scene(), answer);
    if (m_store && (countsAsTry || m_judgement->passed))
        m_store->note(name(), step(), answer, *m_judgement);
    if (m_judgement->passed)
        m_passed[std::size_t(m_current)] = true;
    emit changed();
    if (countsAsTry || m_judgement->passed)
        emit judged();
}

int LessonSession::points() const
{
    const lesson::StepProgress* kept = progressOf(m_current);
    return kept ? lesson::pointsOf(*kept, step()) : 0;
}

bool LessonSession::hasHint() const { return m_hints < static_cast<int>(step().hints.size()); }

void LessonSession::showHint()
{
    if (!hasHint())
        return;
    ++m_hints;
    if (m_store)
        m_store->noteHint(name(), step().id);
    emit changed();
}

void LessonSession::setRun(const std::optional<lesson::MeasuredRun>& run)
{
    m_run = run;
    emit changed();
}

} // namespace gui
