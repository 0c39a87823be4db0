#include "engine/paper/pages.h"

#include <gtest/gtest.h>

namespace paper::test {
namespace {

// The items of each page.
std::vector<std::vector<std::size_t>> paged(const std::vector<Item>& items, double height)
{
    std::vector<std::vector<std::size_t>> pages;
    for (const auto& page : pagesOf(items, height)) {
        pages.emplace_back();
        for (const Placed& placed : page)
            pages.back().push_back(placed.item);
    }
    return pages;
}

using Pages = std::vector<std::vector<std::size_t>>;

TEST(Pages, FillOneAfterTheOther)
{
    const Item line{.height = 40};
    EXPECT_EQ(paged({line, line, line, line, line}, 100), (Pages{{0, 1}, {2, 3}, {4}}));
    EXPECT_EQ(paged({}, 100), Pages{{}});
}

TEST(Pages, RoomOverAPieceIsLeftOutAtTheTop)
{
    const Item line{.before = 30, .height = 40};
    const auto pages = pagesOf({line, line, line}, 110);
    ASSERT_EQ(pages.size(), 2u);
    EXPECT_EQ(pages[0][0].y, 0);
    EXPECT_EQ(pages[0][1].y, 70);
    EXPECT_EQ(pages[1][0].y, 0);
}

TEST(Pages, AHeadingStaysWithWhatFollows)
{
    const Item line{.height = 40};
    const Item heading{.height = 20, .keep = Keep::Tight};
    EXPECT_EQ(paged({line, heading, line, line}, 90), (Pages{{0}, {1, 2}, {3}}));
}

TEST(Pages, AnExerciseStaysOnOnePageWhereItFits)
{
    const Item line{.height = 40};
    const Item kept{.height = 40, .keep = Keep::Together};
    EXPECT_EQ(paged({line, kept, kept, line}, 130), (Pages{{0}, {1, 2, 3}}));
    EXPECT_EQ(paged({kept, kept, line, kept, kept, line}, 200), (Pages{{0, 1, 2}, {3, 4, 5}}));
}

// Longer than a page, it begins where it stands, and its heading still goes with a line.
TEST(Pages, AnExerciseOfMoreThanAPageIsCutButNotBehindItsHeading)
{
    const Item heading{.height = 20, .keep = Keep::Tight};
    const Item kept{.height = 40, .keep = Keep::Together};
    const Item line{.height = 40};
    EXPECT_EQ(paged({line, heading, kept, kept, kept, line}, 90),
              (Pages{{0}, {1, 2}, {3, 4}, {5}}));
}

TEST(Pages, NewPagesAreBegunOnce)
{
    const Item line{.height = 40};
    const Item first{.height = 40, .onNewPage = true};
    EXPECT_EQ(paged({first, line, first, line}, 100), (Pages{{0, 1}, {2, 3}}));
}

TEST(Pages, APieceHigherThanAPageHasOneOfItsOwn)
{
    const Item line{.height = 40};
    const Item tower{.height = 400, .keep = Keep::Tight};
    EXPECT_EQ(paged({line, tower, line}, 100), (Pages{{0}, {1}, {2}}));
}

} // namespace
} // namespace paper::test
