#include "engine/plan/printable.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace {

TEST(Printable, LeavesWordsAlone)
{
    for (const char* text : {"", "plain", "tab\tand\nline", "Größe 流水线 🚀", "\\x1b"})
        EXPECT_EQ(plan::printable(text), text);
}

TEST(Printable, ShowsWhatWouldActOnATerminal)
{
    EXPECT_EQ(plan::printable("\x1b[31mred"), "\\u001b[31mred");
    EXPECT_EQ(plan::printable("a\rb\x07\x7f"), "a\\u000db\\u0007\\u007f");
    EXPECT_EQ(plan::printable("\u009b2J"), "\\u009b2J"); // C1: a terminal's CSI, too
    // NOLINTNEXTLINE(misc-misleading-bidirectional): that is the point
    EXPECT_EQ(plan::printable("\u202etxt.exe\u2066\u200f\u2028"),
              "\\u202etxt.exe\\u2066\\u200f\\u2028");
    EXPECT_EQ(plan::printable(std::string_view("\0", 1)), "\\u0000");
    EXPECT_EQ(plan::printable("\xff\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80\xe2\x80"),
              "\\xff\\xc0\\xaf\\xed\\xa0\\x80\\xf4\\x90\\x80\\x80\\xe2\\x80");
}

RC_GTEST_PROP(Printable, NothingThatActsIsLeftAndASecondTimeChangesNothing,
              (const std::string& text))
{
    const std::string shown = plan::printable(text);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const auto byte = static_cast<unsigned char>(shown[i]);
        const bool endsLine = byte == '\n' || shown.compare(i, 2, "\r\n") == 0;
        RC_ASSERT(byte == '\t' || endsLine || (byte >= 0x20 && byte != 0x7f));
    }
    RC_ASSERT(plan::printable(shown) == shown);
}

} // namespace
