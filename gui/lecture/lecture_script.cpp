#include "gui/lecture/lecture_script.h"

#include <algorithm>
#include <numeric>

namespace gui {
namespace {

constexpr int kMostVoteDigits = 4;
constexpr int kMostVotes = 9999;

bool goesOn(int key)
{
    return key == Qt::Key_PageDown || key == Qt::Key_Right || key == Qt::Key_Down
        || key == Qt::Key_Space;
}

bool goesBack(int key) { return key == Qt::Key_PageUp || key == Qt::Key_Left || key == Qt::Key_Up; }

bool isModifierAlone(int key)
{
    return key == Qt::Key_Shift || key == Qt::Key_Control || key == Qt::Key_Alt
        || key == Qt::Key_AltGr || key == Qt::Key_Meta || key == Qt::Key_CapsLock
        || key == Qt::Key_NumLock;
}

bool showsTheKeys(int key) { return key == Qt::Key_Question || key == Qt::Key_F1; }

} // namespace

LectureScript::LectureScript(std::vector<LectureStep> steps, int start)
    : m_steps(std::move(steps))
    , m_votes(m_steps.size())
    , m_step(std::clamp(start, 0, std::max(0, static_cast<int>(m_steps.size()) - 1)))
{
    for (LectureStep& step : m_steps)
        step.options = std::clamp(step.options, 0, kVoteOptions);
}

LectureScript::Outcome LectureScript::press(int key, Qt::KeyboardModifiers modifiers)
{
    const bool asked = m_asksToLeave;
    m_asksToLeave = false;
    Outcome outcome = Outcome::Nothing;
    const bool isCommand
        = modifiers.testAnyFlags(Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
    if (!isCommand && !isModifierAlone(key))
        outcome = key == Qt::Key_Escape && asked ? Outcome::Left : act(key, modifiers);
    return outcome == Outcome::Nothing && asked ? Outcome::Changed : outcome;
}

LectureScript::Outcome LectureScript::click() { return press(Qt::Key_PageDown); }

LectureScript::Outcome LectureScript::act(int key, Qt::KeyboardModifiers modifiers)
{
    if (key == Qt::Key_F11)
        return Outcome::Left;
    if (m_showsKeys || m_isBlank)
        return actCovered(key);
    if (key >= Qt::Key_0 && key <= Qt::Key_9)
        return typeDigit(key);
    const QString typed = std::exchange(m_typed, {});
    Outcome outcome = typed.isEmpty() ? Outcome::Nothing : Outcome::Changed;
    if (key == Qt::Key_Backspace) {
        m_typed = typed.chopped(std::min(1, static_cast<int>(typed.size())));
    } else if (key == Qt::Key_Escape) {
        m_asksToLeave = true;
        outcome = Outcome::Changed;
    } else if (showsTheKeys(key)) {
        m_showsKeys = true;
        outcome = Outcome::Changed;
    } else if (key == Qt::Key_Period || (key == Qt::Key_B && !canVote())) {
        m_isBlank = true;
        outcome = Outcome::Changed;
    } else if (key == Qt::Key_P) {
        m_isPictureAlone = !m_isPictureAlone;
        outcome = Outcome::Changed;
    } else {
        Outcome done = Outcome::Nothing;
        if (goesOn(key))
            done = goOn();
        else if (goesBack(key))
            done = goBack();
        else if (key == Qt::Key_Home)
            done = goTo(0, LectureHalf::Question);
        else if (key == Qt::Key_End)
            done = goTo(static_cast<int>(m_steps.size()) - 1, LectureHalf::Question);
        else if (canVote() && key >= Qt::Key_A && key < Qt::Key_A + kVoteOptions)
            done = count(key - Qt::Key_A, modifiers.testFlag(Qt::ShiftModifier), typed);
        else if (canVote() && (key == Qt::Key_R || key == Qt::Key_Tab))
            done = changeRound();
        else if (!canVote() && !typed.isEmpty() && (key == Qt::Key_Return || key == Qt::Key_Enter))
            done = goTo(typed.toInt() - 1, LectureHalf::Question);
        if (done != Outcome::Nothing)
            outcome = done;
    }
    return outcome;
}

// Whatever shows the picture again does no more: nobody has seen where one is.
LectureScript::Outcome LectureScript::actCovered(int key)
{
    if (m_showsKeys) {
        if (key == Qt::Key_F5)
            return Outcome::Nothing;
        m_showsKeys = false;
        return Outcome::Changed;
    }
    if (key == Qt::Key_Escape) {
        m_asksToLeave = true;
        return Outcome::Changed;
    }
    if (key != Qt::Key_Period && key != Qt::Key_B && key != Qt::Key_Home && key != Qt::Key_End
        && !goesOn(key) && !goesBack(key))
        return Outcome::Nothing;
    m_isBlank = false;
    return Outcome::Changed;
}

LectureScript::Outcome LectureScript::typeDigit(int key)
{
    if (m_typed.size() == kMostVoteDigits)
        return Outcome::Nothing;
    m_typed += QChar(QLatin1Char('0').unicode() + (key - Qt::Key_0));
    return Outcome::Changed;
}

LectureScript::Outcome LectureScript::count(int option, bool away, const QString& typed)
{
    const auto step = static_cast<std::size_t>(m_step);
    if (option >= m_steps[step].options)
        return Outcome::Nothing;
    Votes& votes = m_votes[step];
    int& hands
        = votes.counts[static_cast<std::size_t>(votes.round)][static_cast<std::size_t>(option)];
    const int wanted = away ? hands - 1 : typed.isEmpty() ? hands + 1 : typed.toInt();
    hands = std::clamp(wanted, 0, kMostVotes);
    return Outcome::Changed;
}

LectureScript::Outcome LectureScript::changeRound()
{
    Votes& votes = m_votes[static_cast<std::size_t>(m_step)];
    votes.round = 1 - votes.round;
    votes.hasSecond = true;
    return Outcome::Changed;
}

LectureScript::Outcome LectureScript::goOn()
{
    const bool isEmpty = m_steps.empty();
    if (!isEmpty && m_half != lastHalf(m_step)) {
        const bool votes = m_half == LectureHalf::Question
            && m_steps[static_cast<std::size_t>(m_step)].options > 0;
        return goTo(m_step, votes ? LectureHalf::Votes : LectureHalf::Reveal);
    }
    if (!isEmpty && m_step + 1 < static_cast<int>(m_steps.size()))
        return goTo(m_step + 1, LectureHalf::Question);
    if (m_isAtEnd)
        return Outcome::Nothing;
    m_isAtEnd = true;
    return Outcome::Changed;
}

LectureScript::Outcome LectureScript::goBack()
{
    if (m_half == LectureHalf::Question)
        return m_step == 0 ? Outcome::Nothing : goTo(m_step - 1, lastHalf(m_step - 1));
    const bool votes
        = m_half == LectureHalf::Reveal && m_steps[static_cast<std::size_t>(m_step)].options > 0;
    return goTo(m_step, votes ? LectureHalf::Votes : LectureHalf::Question);
}

LectureScript::Outcome LectureScript::goTo(int step, LectureHalf half)
{
    if (step < 0 || step >= static_cast<int>(m_steps.size()))
        return Outcome::Nothing;
    if (step == m_step && half == m_half && !m_isAtEnd && !m_isPictureAlone)
        return Outcome::Nothing;
    m_step = step;
    m_half = half;
    m_isAtEnd = false;
    m_isPictureAlone = false;
    return Outcome::Changed;
}

LectureHalf LectureScript::lastHalf(int step) const
{
    const LectureStep& of = m_steps[static_cast<std::size_t>(step)];
    return of.reveals    ? LectureHalf::Reveal
        : of.options > 0 ? LectureHalf::Votes
                         : LectureHalf::Question;
}

bool LectureScript::canVote() const { return m_half == LectureHalf::Votes; }

const LectureScript::Votes* LectureScript::votesNow() const
{
    return m_votes.empty() ? nullptr : &m_votes[static_cast<std::size_t>(m_step)];
}

int LectureScript::votes(int option, int round) const
{
    const Votes* votes = votesNow();
    return votes
        ? votes->counts.at(static_cast<std::size_t>(round)).at(static_cast<std::size_t>(option))
        : 0;
}

int LectureScript::total(int round) const
{
    const Votes* votes = votesNow();
    if (!votes)
        return 0;
    const auto& counts = votes->counts.at(static_cast<std::size_t>(round));
    return std::accumulate(counts.begin(), counts.end(), 0);
}

int LectureScript::round() const { return votesNow() ? votesNow()->round : 0; }

bool LectureScript::hasSecondRound() const { return votesNow() && votesNow()->hasSecond; }

} // namespace gui
