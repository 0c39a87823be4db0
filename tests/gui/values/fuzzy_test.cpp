#include "gui/text/fuzzy.h"
#include "gui/text/mnemonic.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

namespace gui::test {
namespace {

int scoreOf(const char* typed, const char* name)
{
    return fuzzyScore(QString::fromUtf8(typed), QString::fromUtf8(name)).value_or(-1);
}

TEST(FuzzyScore, TakesLettersInTheirOrder)
{
    EXPECT_TRUE(fuzzyScore("svas", "File: Save as…"));
    EXPECT_TRUE(fuzzyScore("SAVE AS", "File: Save as…"));
    EXPECT_TRUE(fuzzyScore("", "anything"));
    EXPECT_FALSE(fuzzyScore("sas v", "Save"));
    EXPECT_FALSE(fuzzyScore("savee", "Save"));
    EXPECT_TRUE(fuzzyScore(QString::fromUtf8("另存"), QString::fromUtf8("文件: 另存为…")));
}

TEST(FuzzyScore, PrefersBeginningsOfWordsAndWholeWords)
{
    EXPECT_GT(scoreOf("sa", "File: Save as…"), scoreOf("sa", "Theme: as the system"));
    EXPECT_GT(scoreOf("swap", "Run: Swap the schedule…"), scoreOf("swap", "Sweep a field, please"));
    EXPECT_GT(scoreOf("cp", "Critical path"), scoreOf("cp", "Copy"));
    EXPECT_GT(scoreOf("stop", "Run: Stop the run"), scoreOf("stop", "Set up and stop by"));
}

// Letters taken out of a name fit it.
RC_GTEST_PROP(FuzzyScore, APartOfANameFitsIt, ())
{
    const auto name = *rc::gen::nonEmpty(
        rc::gen::container<std::string>(rc::gen::elementOf(std::string("abcXYZ :-"))));
    const auto keep
        = *rc::gen::container<std::vector<bool>>(name.size(), rc::gen::arbitrary<bool>());
    QString typed;
    for (std::size_t i = 0; i < name.size(); ++i)
        if (keep[i])
            typed += QLatin1Char(name[i]);
    RC_ASSERT(fuzzyScore(typed, QString::fromStdString(name)).has_value());
}

TEST(WithoutMnemonic, LeavesTheWords)
{
    EXPECT_EQ(withoutMnemonic("Save &as…"), "Save as…");
    EXPECT_EQ(withoutMnemonic(QString::fromUtf8("另存为(&A)…")), QString::fromUtf8("另存为…"));
    EXPECT_EQ(withoutMnemonic("R&&D"), "R&D");
}

} // namespace
} // namespace gui::test
