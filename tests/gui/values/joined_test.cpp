// Texts beside each other have the marks of the window's language.

#include "gui/text/joined.h"

#include "engine/strategy/convert/format.h"
#include "gui/cluster/place_words.h"
#include "gui/exchange/loss_report.h"
#include "gui/text/engine_text.h"
#include "gui/window/language.h"

#include <QCoreApplication>

#include <gtest/gtest.h>

namespace gui::test {
namespace {

class JoinedTest : public testing::Test {
protected:
    JoinedTest() { EXPECT_TRUE(useLanguage(m_application, QStringLiteral("zh_CN"))); }
    ~JoinedTest() override { useLanguage(m_application, QStringLiteral("en")); }

private:
    int m_arguments = 0;
    QCoreApplication m_application{m_arguments, nullptr};
};

TEST_F(JoinedTest, MarksAreChinese)
{
    EXPECT_EQ(labelled(QStringLiteral("步"), QStringLiteral("1 ms")), QStringLiteral("步：1 ms"));
    EXPECT_EQ(bracketed(QStringLiteral("前向"), QStringLiteral("rank 1")),
              QStringLiteral("前向（rank 1）"));
    EXPECT_EQ(numbersText({0, 3, 5}), QStringLiteral("0、3、5"));
}

TEST_F(JoinedTest, LossesAreCountedInChinese)
{
    using Kind = strategy::Remark::Kind;
    const LossReport report{QStringLiteral("/a/b.json"),
                            QStringLiteral("X"),
                            {{Kind::NotExpressible, 0, "a", "b"}, {Kind::Ignored, 0, "c", "d"}}};
    EXPECT_EQ(lossSummary(report), QStringLiteral("X：1 项已忽略、1 项无法表达"));
    EXPECT_EQ(engineText(strategy::findFormat("deepspeed")->title),
              QStringLiteral("DeepSpeed（JSON）"));
}

} // namespace
} // namespace gui::test
