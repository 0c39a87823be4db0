// The sheet of the challenge of a day.

#pragma once

#include "gui/challenge/challenge_view.h"
#include "gui/window/strip_sheet.h"
#include "gui/workspace/open_challenge.h"

namespace gui {

class ChallengeSheet : public StripSheet {
    Q_OBJECT
public:
    // `open` must outlive the sheet.
    ChallengeSheet(OpenChallenge& open, QWidget* parent);

    OpenItem& item() override { return m_open; }
    ChallengeView& view() { return *m_view; }
    QWidget* focused() override { return m_view; }

private:
    void refresh();

    OpenChallenge& m_open;
    ChallengeView* m_view; // child
};

} // namespace gui
