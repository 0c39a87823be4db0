// A format is a file and a line in known_formats.h: what it still lacks is named here.

#include "engine/strategy/convert/known_formats.h"
#include "engine/strategy/file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

namespace strategy {
namespace {

TEST(KnownFormats, EveryFormatOfTheFolderHasItsLine)
{
#define FORMAT_NAME(format) #format,
    const std::set<std::string> listed{STRATEGY_FORMATS(FORMAT_NAME)};
#undef FORMAT_NAME
    const std::string begin = "\nconst Format ";
    std::set<std::string> defined;
    for (const auto& entry : std::filesystem::directory_iterator(CONVERT_SOURCES)) {
        if (!entry.is_regular_file())
            continue;
        const auto text = readTextFile(entry.path().string(), 1u << 20);
        ASSERT_TRUE(text) << entry.path();
        for (auto at = text->find(begin); at != std::string::npos; at = text->find(begin, at + 1)) {
            const std::size_t name = at + begin.size();
            defined.insert(text->substr(name, text->find('{', name) - name));
        }
    }
    EXPECT_EQ(defined, listed) << "known_formats.h lists one line for each";
}

TEST(KnownFormats, EachHasANameATitleAndFixtures)
{
    std::set<std::string_view> names;
    for (const Format& format : formats()) {
        EXPECT_TRUE(names.insert(format.name).second) << format.name << " stands twice";
        EXPECT_FALSE(format.title.empty()) << format.name;
        EXPECT_FALSE(format.files.empty()) << format.name;
        EXPECT_TRUE(format.import != nullptr || format.write != nullptr) << format.name;
        if (&format == &formats().back() || format.import == nullptr)
            continue; // our own has the strategies of resources
        const std::string folder = std::string(CONVERT_FIXTURES) + '/' + std::string(format.name);
        EXPECT_TRUE(std::filesystem::exists(folder) && !std::filesystem::is_empty(folder))
            << format.name << " has no file under " << folder;
    }
}

} // namespace
} // namespace strategy
