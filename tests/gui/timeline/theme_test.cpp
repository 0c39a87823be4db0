#include "gui/theme/contrast.h"
#include "gui/theme/grounds.h"
#include "gui/theme/op_colours.h"
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

class ThemeColours : public testing::TestWithParam<int> {
protected:
    const Theme& theme() const
    {
        return GetParam() == 0 ? lightTheme() : GetParam() == 1 ? darkTheme() : contrastTheme();
    }
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
        if (&t == &contrastTheme()) {
            EXPECT_GE(contrastRatio(t.mutedText, ground), 7);
            EXPECT_GE(contrastRatio(t.border, ground), 4.5);
        }
    }
    const double least = &t == &contrastTheme() ? 7 : 4.5;
    const auto expectReads = [](const std::vector<QColor>& inks, const QColor& ground, double at) {
        for (const QColor& ink : inks)
            EXPECT_GE(contrastRatio(ink, ground), at)
                << ink.name().toStdString() << " on " << ground.name().toStdString();
    };
    // Lists and tables say how things stand in colour.
    for (const Ground ground : {Ground::Stripe, Ground::Hovered, Ground::Chosen}) {
        expectReads({t.text, t.mutedText}, groundOf(t, ground), least);
        expectReads({t.good, t.warning, t.error}, groundOf(t, ground), 4.5);
    }
    expectReads({t.text, t.mutedText}, groundOf(t, Ground::Current), least);
    for (std::size_t curve = 0; curve < t.curves.size(); ++curve)
        expectReads({t.text, t.mutedText}, bandGround(t, curve), least);
    for (const Ground ground : {Ground::Warning, Ground::Error, Ground::Button,
                                Ground::HoveredButton, Ground::PressedButton})
        expectReads({t.text}, groundOf(t, ground), least);
    // What is said of a bubble, and of a stretch without data.
    expectReads({t.text, t.mutedText}, t.idle, 4.5);
    expectReads({t.text, t.mutedText}, t.noData, 4.5);
    const QPalette palette = fusionPalette(t);
    expectReads({palette.color(QPalette::HighlightedText)}, palette.color(QPalette::Highlight),
                4.5);
    expectReads({palette.color(QPalette::ButtonText)}, palette.color(QPalette::Button), least);
}

// What the pointer is on and what is chosen look different from what is around them, and from each
// other.
TEST_P(ThemeColours, GroundsAreTold)
{
    const Theme& t = theme();
    const std::vector<QColor> grounds{t.panel, groundOf(t, Ground::Hovered),
                                      groundOf(t, Ground::Chosen)};
    for (std::size_t i = 0; i < grounds.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_GE(colourDifference(grounds[i], grounds[j], Vision::Normal), 3)
                << grounds[i].name().toStdString() << ' ' << grounds[j].name().toStdString();
}

// Whosever colours they are: the letters in boxes read, also over the pattern of their chunk, and
// what every two chunks of an op look like differs.
TEST_P(ThemeColours, LabelsReadOnOpsOfAllColours)
{
    for (const OpColours colours : kOpColours) {
        const Inks inks = inksOf(withColours(theme(), colours));
        for (std::size_t category = 0; category < kCategories; ++category)
            for (std::size_t chunk = 0; chunk < kShades; ++chunk) {
                const Ink& ink = inks.ops[category][chunk];
                const Pattern& pattern = inks.chunks[category][chunk];
                EXPECT_GE(contrastRatio(QColor(ink.text), QColor(ink.fill)), 4.5);
                int lines = 0;
                for (const auto& line : pattern)
                    for (const QRgb pixel : line) {
                        EXPECT_GE(contrastRatio(QColor(ink.text), QColor(pixel)), 4.5);
                        lines += pixel != ink.fill ? 1 : 0;
                    }
                EXPECT_EQ(lines == 0, chunk == 0);
                EXPECT_LT(lines, kPattern * kPattern / 2) << "more line than fill";
                for (std::size_t other = 0; other < chunk; ++other)
                    EXPECT_NE(pattern, inks.chunks[category][other]);
            }
    }
}

TEST_P(ThemeColours, OfPapersChangeTheOpsAlone)
{
    for (const OpColours colours : kOpColours) {
        const Theme& other = withColours(theme(), colours);
        EXPECT_EQ(other.base, theme().base);
        EXPECT_EQ(other.idle, theme().idle);
        EXPECT_EQ(other.forward == theme().forward, colours == OpColours::Bubblescope);
        EXPECT_EQ(&themeFor(fusionPalette(other)), &other);
        EXPECT_EQ(&withColours(other, OpColours::Bubblescope), &theme());
        EXPECT_EQ(parseOpColours(name(colours)), colours);
    }
    EXPECT_EQ(parseOpColours("mauve"), std::nullopt);
}

TEST_P(ThemeColours, PaletteLeadsBackToItsTheme)
{
    EXPECT_EQ(&themeFor(fusionPalette(theme())), &theme());
}

INSTANTIATE_TEST_SUITE_P(Themes, ThemeColours, testing::Values(0, 1, 2), [](const auto& each) {
    return each.param == 0 ? "light" : each.param == 1 ? "dark" : "contrast";
});

TEST(Inks, FadeTheChunksOfACategoryLikeItsFill)
{
    HiddenCategories hidden{};
    hidden[static_cast<std::size_t>(Category::Forward)] = true;
    for (const Theme* theme : {&lightTheme(), &darkTheme(), &contrastTheme()}) {
        const Inks faded = inksOf(*theme, hidden);
        const Inks whole = inksOf(*theme);
        for (std::size_t chunk = 0; chunk < kShades; ++chunk)
            for (std::size_t y = 0; y < kPattern; ++y)
                for (std::size_t x = 0; x < kPattern; ++x) {
                    const QColor was(whole.chunks[0][chunk][y][x]);
                    const QColor is(faded.chunks[0][chunk][y][x]);
                    // Little is left, and of that no line stands out as those of a bubble do.
                    EXPECT_LT(contrastRatio(is, QColor(faded.ops[0][chunk].fill)), 1.15);
                    EXPECT_LE(colourDifference(is, theme->base, Vision::Normal),
                              colourDifference(was, theme->base, Vision::Normal) / 2);
                }
    }
}

// How far apart two hues are, in degrees.
int turned(const QColor& a, const QColor& b)
{
    const int way = std::abs(a.hslHue() - b.hslHue());
    return std::min(way, 360 - way);
}

TEST(Themes, AMeaningHasOneHueInAllOfThem)
{
    const Theme& light = lightTheme();
    for (const Theme* other : {&darkTheme(), &contrastTheme()}) {
        for (const auto colour :
             {&Theme::forward, &Theme::backward, &Theme::inputGrad, &Theme::weightGrad,
              &Theme::recompute, &Theme::transfer, &Theme::optimizer, &Theme::predicted,
              &Theme::measured, &Theme::accent, &Theme::good, &Theme::warning, &Theme::error})
            EXPECT_LE(turned(light.*colour, other->*colour), 25)
                << (light.*colour).name().toStdString();
        for (std::size_t kind = 0; kind < light.memory.size(); ++kind)
            EXPECT_LE(turned(light.memory[kind], other->memory[kind]), 25) << "memory " << kind;
        for (std::size_t curve = 0; curve < light.curves.size(); ++curve)
            EXPECT_LE(turned(light.curves[curve], other->curves[curve]), 25) << "curve " << curve;
    }
}

// Nothing but a failure is red, and nothing but idle time is grey.
TEST(Themes, RedIsFailureAndGreyIsIdle)
{
    for (const Theme* theme : {&lightTheme(), &darkTheme(), &contrastTheme()}) {
        for (const QColor& op :
             {theme->forward, theme->backward, theme->inputGrad, theme->weightGrad,
              theme->recompute, theme->transfer, theme->optimizer}) {
            EXPECT_GE(op.hslSaturationF(), 0.25) << op.name().toStdString();
            EXPECT_GE(turned(op, QColor(Qt::red)), 20) << op.name().toStdString();
        }
        EXPECT_LE(theme->idle.hslSaturationF(), 0.1);
        for (const QColor& calm : {theme->accent, theme->predicted, theme->measured, theme->good})
            EXPECT_GE(turned(calm, QColor(Qt::red)), 20) << calm.name().toStdString();
    }
}

class MemoryAndCurves : public ThemeColours {};

TEST_P(MemoryAndCurves, AreToldApartByEveryKindOfVision)
{
    const Theme& t = theme();
    const auto expectApart = [](std::vector<QColor> colours, const QColor& ground) {
        colours.push_back(ground);
        for (const Vision vision : {Vision::Normal, Vision::Protan, Vision::Deutan, Vision::Tritan})
            for (std::size_t i = 0; i < colours.size(); ++i)
                for (std::size_t j = 0; j < i; ++j)
                    EXPECT_GE(colourDifference(colours[i], colours[j], vision), 20)
                        << colours[i].name().toStdString() << ' '
                        << colours[j].name().toStdString();
    };
    expectApart({t.memory.begin(), t.memory.end()}, mixed(t.base, t.panel, 0.6));
    expectApart({t.curves.begin(), t.curves.end()}, t.base);
}

INSTANTIATE_TEST_SUITE_P(Themes, MemoryAndCurves, testing::Values(0, 1, 2));

TEST(TextOn, IsWhiteOnDarkAndBlackOnLight)
{
    EXPECT_EQ(textOn(QColor(20, 20, 90)), QColor(Qt::white));
    EXPECT_EQ(textOn(QColor(240, 240, 200)), QColor(Qt::black));
}

} // namespace
} // namespace gui::test
