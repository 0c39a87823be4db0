// A text of a lesson in the languages in which it is written.

#pragma once

#include <array>
#include <string>
#include <string_view>

namespace lesson {

enum class Language { English, Chinese };

inline constexpr std::array kLanguages{Language::English, Language::Chinese};

// "en", "zh": the keys of a text in a lesson's file.
constexpr std::string_view keyOf(Language language)
{
    return language == Language::Chinese ? "zh" : "en";
}

// Plain, but for **bold** and for numbers that are filled in: <gpipe.makespan> (filled_text.h).
struct Text {
    std::string english;
    std::string chinese;

    // Written in that language; where it is missing, in the other one.
    const std::string& in(Language language) const
    {
        const bool wantsChinese = language == Language::Chinese;
        const std::string& own = wantsChinese ? chinese : english;
        return own.empty() ? (wantsChinese ? english : chinese) : own;
    }
    bool empty() const { return english.empty() && chinese.empty(); }

    bool operator==(const Text&) const = default;
};

} // namespace lesson
