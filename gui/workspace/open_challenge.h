// The challenge of a day as something that is open. There is at most one.

#pragma once

#include "gui/challenge/challenge_game.h"
#include "gui/workspace/open_item.h"

namespace gui {

class OpenChallenge : public OpenItem {
    Q_OBJECT
public:
    OpenChallenge();

    QString title() const override;
    QString tip() const override;

    ChallengeGame& game() { return m_game; }

private:
    ChallengeGame m_game;
};

} // namespace gui
