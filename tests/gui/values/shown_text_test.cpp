#include "gui/text/plain_tip.h"
#include "gui/text/shown_text.h"

#include <gtest/gtest.h>

namespace gui {
namespace {

TEST(ShownText, LeavesWhatCanBeRead)
{
    for (const char* text : {"", "gpt3-175b.yaml", "<b>bold</b> & so on", "两行\n文字", "🚀 ü"})
        EXPECT_EQ(shownText(QString::fromUtf8(text), 100), QString::fromUtf8(text));
}

TEST(ShownText, NothingTurnsWhatStandsAround)
{
    EXPECT_EQ(shownText(QStringLiteral("good") + QChar(0x202E) + QStringLiteral("txt.yaml"), 100),
              QString::fromUtf8("good\uFFFDtxt.yaml"));
    EXPECT_EQ(shownText(QStringLiteral("a\x1b[31m\tb\r"), 100),
              QString::fromUtf8("a\uFFFD[31m\uFFFDb\uFFFD"));
}

TEST(ShownText, IsCutInTheMiddle)
{
    const QString cut = shownText(
        QStringLiteral("begin") + QString(65'536, QLatin1Char('x')) + QStringLiteral(".yaml"), 20);
    EXPECT_EQ(cut.size(), 21);
    EXPECT_TRUE(cut.startsWith(QStringLiteral("begin")));
    EXPECT_TRUE(cut.endsWith(QStringLiteral(".yaml")));
    // Never a half of a pair of surrogates.
    const QString rockets = QString::fromUtf8("🚀").repeated(50);
    for (int most = 1; most < 12; ++most) {
        const QString shown = shownText(rockets, most);
        for (qsizetype i = 0; i < shown.size(); ++i)
            EXPECT_EQ(shown[i].isHighSurrogate(),
                      i + 1 < shown.size() && shown[i + 1].isLowSurrogate());
    }
}

TEST(PlainTip, IsNoLongerThanAScreen)
{
    EXPECT_LT(plainTip(QString(65'536, QLatin1Char('x'))).size(), 5'000);
    EXPECT_EQ(plainTip(QStringLiteral("<i>\n&")), QStringLiteral("<p>&lt;i&gt;<br>&amp;</p>"));
}

} // namespace
} // namespace gui
