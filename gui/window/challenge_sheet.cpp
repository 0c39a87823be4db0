#include "gui/window/challenge_sheet.h"

namespace gui {

ChallengeSheet::ChallengeSheet(OpenChallenge& open, QWidget* parent)
    : StripSheet(parent)
    , m_open(open)
    , m_view(new ChallengeView(open.game(), this))
{
    setMiddle(m_view);
    connect(&open.game(), &ChallengeGame::laid, this, &ChallengeSheet::refresh);
    connect(&open.game(), &ChallengeGame::dateChanged, this, &ChallengeSheet::refresh);
    refresh();
}

void ChallengeSheet::refresh()
{
    Verdict verdict;
    verdict.numbers.push_back({.name = m_open.title(), .value = m_view->standSaid()});
    setVerdict(verdict);
}

} // namespace gui
