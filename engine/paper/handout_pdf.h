// The blocks of a handout as a PDF of A4 pages.
//
// Text is text: it can be searched and copied, Chinese included. Pictures stay vectors. An exercise
// stands on one page where it fits, a heading with what follows it, a picture is never cut. The
// same blocks make the same bytes on a machine with the same fonts: no time stands in the file.

#pragma once

#include "engine/lesson/handout.h"
#include "engine/plan/result.h"

#include <string>
#include <vector>

namespace paper {

struct Pdf {
    std::string bytes;
    int pages = 0; // at least 1
};

// `title` stands over every page but the first, and in the file's properties; `language` says which
// font Chinese characters are taken from where a block does not. Fails with a sentence where no
// font of the machine has the letters of a text, and where a picture is no SVG. Reads fonts, and no
// other file; any thread.
plan::Result<Pdf> handoutPdf(const std::vector<lesson::HandoutBlock>& blocks,
                             const std::string& title, lesson::Language language);

} // namespace paper
