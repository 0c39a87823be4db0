// The picture of a step as an audience sees it. Internal to this folder.

#pragma once

#include <QWidget>

namespace gui {

// Large letters; nothing to play it with, for the keys are those of the lecture; and no guess of
// anybody's, where the answer was given for all. What a picture does not know of is left out.
template <class Picture>
void dressForLecture(Picture& picture, int letterHeight)
{
    if constexpr (requires { picture.setLetterHeight(letterHeight); })
        picture.setLetterHeight(letterHeight);
    if constexpr (requires { picture.played().lanes().setGuess({}); })
        picture.played().lanes().setGuess({});
    for (QWidget* part : picture.template findChildren<QWidget*>())
        if (part->inherits("gui::PlayBar") || part->inherits("gui::BuildBar"))
            part->hide();
}

} // namespace gui
