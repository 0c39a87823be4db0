#include "engine/paper/handout_pdf.h"

#include "engine/lesson/course.h"

#include <gtest/gtest.h>

#include <string>

namespace paper::test {
namespace {

using lesson::HandoutBlock;
using lesson::Language;
using Kind = HandoutBlock::Kind;

int count(const std::string& text, const std::string& words)
{
    int found = 0;
    for (auto at = text.find(words); at != std::string::npos; at = text.find(words, at + 1))
        ++found;
    return found;
}

Pdf pdfOf(const std::vector<HandoutBlock>& blocks)
{
    const auto pdf = handoutPdf(blocks, "Title", Language::English);
    EXPECT_TRUE(pdf) << (pdf ? "" : pdf.error().message);
    return pdf ? *pdf : Pdf{};
}

std::string errorOf(const std::vector<HandoutBlock>& blocks, const std::string& title = "Title")
{
    const auto pdf = handoutPdf(blocks, title, Language::English);
    return pdf ? "" : pdf.error().message;
}

const std::string kSquare = R"(<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">)"
                            R"(<rect width="100" height="100"/></svg>)";

TEST(HandoutPdf, OfEveryLessonHasPagesInEachLanguageAndIsTheSameTwice)
{
    for (const lesson::CourseEntry& entry : lesson::course()) {
        const lesson::ReadLesson read = lesson::readCourseLesson(entry);
        for (const std::vector<Language>& languages :
             {std::vector{Language::English}, std::vector{Language::Chinese},
              std::vector{Language::English, Language::Chinese}}) {
            const auto blocks = lesson::handoutOf(read, {.languages = languages});
            const std::string& title = read.lesson.head.title.in(languages.front());
            const auto pdf = handoutPdf(blocks, title, languages.front());
            ASSERT_TRUE(pdf) << entry.head.name << ": " << pdf.error().message;
            // Questions, and answers on pages of their own.
            EXPECT_GE(pdf->pages, 2) << entry.head.name;
            EXPECT_EQ(count(pdf->bytes, "/Type /Page "), pdf->pages) << entry.head.name;
            EXPECT_EQ(pdf->bytes.substr(0, 5), "%PDF-");
            const auto again = handoutPdf(blocks, title, languages.front());
            EXPECT_TRUE(again && again->bytes == pdf->bytes) << entry.head.name;
        }
    }
}

TEST(HandoutPdf, HoldsNoTime)
{
    EXPECT_EQ(count(pdfOf({{.kind = Kind::Text, .text = "words"}}).bytes, "CreationDate"), 0);
}

TEST(HandoutPdf, OfNothingIsAnEmptyPage) { EXPECT_EQ(pdfOf({}).pages, 1); }

TEST(HandoutPdf, ANewPageIsANewPage)
{
    const HandoutBlock text{.kind = Kind::Text, .text = "words"};
    EXPECT_EQ(pdfOf({text, text}).pages, 1);
    EXPECT_EQ(pdfOf({text, {.kind = Kind::NewPage}, text}).pages, 2);
}

TEST(HandoutPdf, ALongTextGoesOverPages)
{
    std::string words;
    for (int i = 0; i < 4000; ++i)
        words += "words of a long text ";
    EXPECT_GT(pdfOf({{.kind = Kind::Text, .text = words}}).pages, 5);
}

// A picture stays one of lines and letters: that of a handout would be a hundred times as large in
// pixels.
TEST(HandoutPdf, PicturesAreVectors)
{
    const Pdf pdf = pdfOf({{.kind = Kind::Picture, .text = kSquare}});
    EXPECT_EQ(count(pdf.bytes, "/Subtype /Image"), 0);
    EXPECT_LT(pdf.bytes.size(), 20'000u);
}

TEST(HandoutPdf, APictureIsNeverLargerThanAPage)
{
    const std::string tower
        = R"(<svg xmlns="http://www.w3.org/2000/svg" width="10" height="100000"></svg>)";
    EXPECT_EQ(pdfOf({{.kind = Kind::Picture, .text = tower}}).pages, 1);
}

TEST(HandoutPdf, APictureReadsNoOtherFile)
{
    const std::string picture
        = R"(<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">)"
          R"(<image href="file:///proc/self/exe" width="10" height="10"/></svg>)";
    EXPECT_EQ(pdfOf({{.kind = Kind::Picture, .text = picture}}).bytes,
              pdfOf({{.kind = Kind::Picture,
                      .text = R"(<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">)"
                              R"(</svg>)"}})
                  .bytes);
}

TEST(HandoutPdf, WhatIsNoPictureIsToldAndNotDrawn)
{
    EXPECT_EQ(errorOf({{.kind = Kind::Picture, .text = "no svg"}}).substr(0, 25),
              "a picture cannot be read:");
    EXPECT_EQ(errorOf({{.kind = Kind::Picture, .text = ""}}).substr(0, 25),
              "a picture cannot be read:");
}

// U+0378 is no character yet, so that no font has it.
TEST(HandoutPdf, LettersThatNoFontHasAreTold)
{
    const std::string unknown = "x \xcd\xb8 y";
    EXPECT_NE(errorOf({{.kind = Kind::Text, .text = unknown}}).find("no font of this machine"),
              std::string::npos);
    EXPECT_NE(errorOf({}, unknown).find("no font of this machine"), std::string::npos);
}

TEST(HandoutPdf, TextThatIsNoUtf8IsMendedOrTold)
{
    const auto pdf
        = handoutPdf({{.kind = Kind::Text, .text = "a\xff\xfe b"}}, "\xff", Language::English);
    EXPECT_TRUE(!pdf || pdf->pages == 1);
}

} // namespace
} // namespace paper::test
