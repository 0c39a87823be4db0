// A lesson on paper: its questions with room for answers, and the answers on pages of their own.
//
// The same blocks become HTML here and a PDF in engine/paper. Pictures are those of
// handout_figure.h. What a question asks for is not given away by its picture: where it can be read
// off, the picture stands among the answers.

#pragma once

#include "engine/lesson/read_lesson.h"

#include <string>
#include <vector>

namespace lesson {

struct HandoutOptions {
    std::vector<Language> languages{Language::English}; // one, or both under each other
    bool answers = true;                                // on the last pages
};

struct HandoutBlock {
    enum class Kind : std::uint8_t {
        Title,
        Aim,     // what one can do afterwards
        Heading, // begins a step: its number is the label; among the answers, the right one
        Text,    // of a question or an answer
        Option,  // one of A, B, C …: its letter is the label
        Blank,   // a line to write on, between its label and a unit
        Picture, // SVG
        Code,    // what opens the step in the program
        NewPage,
    };
    Kind kind = Kind::Text;
    std::string text{};  // plain; of a picture the SVG
    std::string label{}; // plain, before the text
    Language language = Language::English;
    bool isAgain = false; // says what the block before it does, in another language

    bool operator==(const HandoutBlock&) const = default;
};

// Precondition: the lesson has no problem.
std::vector<HandoutBlock> handoutOf(const ReadLesson& read, const HandoutOptions& options);

// One file that needs no other. `title` stands in the window's frame.
std::string handoutHtml(const std::vector<HandoutBlock>& blocks, const std::string& title,
                        Language language);

} // namespace lesson
