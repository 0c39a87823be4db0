#include "gui/theme/contrast.h"
#include "gui/theme/theme.h"
#include "gui/timeline/inks.h"
#include "tests/gui/timeline/colour_difference.h"

#include <gtest/gtest.h>

namespace gui::test {
namespace {

TEST(ColourDifference, IsThatOfThePublishedPairs)
{
    // Black and white differ by 100; equal colours by nothing.
    EXPECT_NEAR(colourDifference(Qt::black, Qt::white, Vision::Normal), 100, 0.01);
    EXPECT_EQ(colourDifference(Qt::red, Qt::red, Vision::Deutan), 0);
    // Red and green come together without the middle cones.
    EXPECT_LT(colourDifference(QColor(200, 80, 0), QColor(120, 120, 0), Vision::Deutan),
              colourDifference(QColor(200, 80, 0), QColor(120, 120, 0), Vision::Normal) / 2);
}

class ThemeColours : public testing::TestWithParam<bool> {
protected:
    const Theme& theme() const { return GetParam() ? darkTheme() : lightTheme(); }
};

TEST_P(ThemeColours, AnyTwoAreToldApartByEveryKindOfVision)
{
    const Theme& t = theme();
    const std::vector<QColor> colours{t.forward,    t.backward,  t.inputGrad,
                                      t.weightGrad, t.recompute, t.transfer,
                                      t.optimizer,  t.idle,      t.base};
    for (const Vision vision : {Vision::Normal, Vision::Protan, Vision::Deutan, Vision::Tritan})
        for (std::size_t i = 0; i < colours.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                if (colours[i] == t.base && colours[j] == t.idle)
                    continue; // the hatch separates these
                EXPECT_GE(colourDifference(colours[i], colours[j], vision), 20)
                    << colours[i].name().toStdString() << ' ' << colours[j].name().toStdString()
                    << " vision " << static_cast<int>(vision);
            }
}

TEST_P(ThemeColours, TextReadsOnEverythingItStandsOn)
{
    const Theme& t = theme();
    for (const QColor& ground : {t.base, t.panel}) {
        for (const QColor& text : {t.text, t.mutedText, t.good, t.warning, t.error})
            EXPECT_GE(contrastRatio(text, ground), 4.5) << text.name().toStdString();
        EXPECT_GE(contrastRatio(t.accent, ground), 3) << "focus";
    }
    const Inks inks = inksOf(t);
    for (const auto& shades : inks.ops)
        for (const Ink& ink : shades)
            EXPECT_GE(contrastRatio(QColor(ink.text), QColor(ink.fill)), 4.5);
}

TEST_P(ThemeColours, PaletteLeadsBackToItsTheme)
{
    EXPECT_EQ(&themeFor(fusionPalette(theme())), &theme());
}

INSTANTIATE_TEST_SUITE_P(Themes, ThemeColours, testing::Bool(),
                         [](const auto& each) { return each.param ? "dark" : "light"; });

TEST(TextOn, IsWhiteOnDarkAndBlackOnLight)
{
    EXPECT_EQ(textOn(QColor(20, 20, 90)), QColor(Qt::white));
    EXPECT_EQ(textOn(QColor(240, 240, 200)), QColor(Qt::black));
}

} // namespace
} // namespace gui::test
