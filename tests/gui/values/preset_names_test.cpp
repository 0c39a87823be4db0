// The strategies that come with the program have names in Chinese, too.

#include "gui/document/preset_files.h"

#include <QTranslator>

#include <gtest/gtest.h>

namespace gui::test {
namespace {

TEST(PresetNames, EveryOneHasATranslation)
{
    QTranslator chinese;
    ASSERT_TRUE(chinese.load(QStringLiteral(":/i18n/bubblescope_zh_CN.qm")));
    for (const QString& path : presetPaths()) {
        const auto preset = readPreset(path);
        ASSERT_TRUE(preset) << qPrintable(path);
        EXPECT_FALSE(chinese.translate("StartPage", preset->name.c_str()).isEmpty())
            << preset->name << "; mark it in preset.cpp, build update_translations, translate it";
    }
}

} // namespace
} // namespace gui::test
