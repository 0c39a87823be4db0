#include "gui/workspace/open_challenge.h"

namespace gui {

OpenChallenge::OpenChallenge()
    : m_game(ChallengeGame::usualFile())
{
}

QString OpenChallenge::title() const { return tr("Today's challenge"); }

QString OpenChallenge::tip() const
{
    return tr("A schedule to lay by hand, another one every day");
}

} // namespace gui
