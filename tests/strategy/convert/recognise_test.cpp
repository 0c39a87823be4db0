// Files of every format are told by what stands in them.

#include "engine/strategy/convert/recognise.h"
#include "tests/strategy/convert/fixture_files.h"

namespace strategy {
namespace {

TEST(Recognise, EveryFixtureIsOfItsOwnFormat)
{
    std::size_t looked = 0;
    for (const Format& format : formats()) {
        if (format.import == nullptr || format.name == "bubblescope")
            continue;
        for (const Fixture& fixture : fixturesOf(std::string(format.name).c_str())) {
            const Format* found = recogniseFormat(fixture.text);
            ASSERT_NE(found, nullptr) << fixture.path;
            EXPECT_EQ(found->name, format.name) << fixture.path;
            ++looked;
        }
    }
    EXPECT_GT(looked, 50u);
}

// What we write for others is read back as theirs.
TEST(Recognise, WhatIsWrittenIsRecognised)
{
    const auto text
        = readTextFile(std::string(CONVERT_FIXTURES) + "/megatron-args/gpt3_175b.sh", 1u << 20);
    ASSERT_TRUE(text);
    const ImportResult read = findFormat("megatron-args")->import({*text, {}});
    ASSERT_TRUE(read.strategy);
    for (const Format& format : formats()) {
        if (format.write == nullptr || format.import == nullptr || format.name == "torchtitan")
            continue; // which is written as Python
        const Format* found = recogniseFormat(format.write(*read.strategy, {}).text);
        ASSERT_NE(found, nullptr) << format.name;
        // Of a plain model, MindSpeed-LLM's script has nothing but Megatron's arguments.
        EXPECT_EQ(found->name, format.name == "mindspeed-llm" ? "megatron-args" : format.name);
    }
}

TEST(Recognise, WhatIsNoConfigurationIsOfNone)
{
    for (const char* text :
         {"", "\n", "hello", "{}", "[1, 2]", "a: 1\nb: {c: 2}\n", "int main() { return 0; }\n",
          "ls --all\n", "[tool]\nname = 1\n", "{\"train\": 1}", "time,rank\n1,2\n", "model: 3\n"})
        EXPECT_EQ(recogniseFormat(text), nullptr) << text;
    EXPECT_EQ(recogniseFormat(std::string(100'000, '{')), nullptr);
    EXPECT_EQ(recogniseFormat(std::string("\0\xff\xfe: :", 6)), nullptr);
}

TEST(Recognise, OurOwnIsTold)
{
    for (const char* text : {"bubblescope: 1\nmodel:\n  layers: 2\n", "# ours\nbubblescope: 1\n",
                             R"({"bubblescope": 1, "model": {"layers": 2}})", "{bubblescope: 1}"}) {
        const Format* found = recogniseFormat(text);
        ASSERT_NE(found, nullptr) << text;
        EXPECT_EQ(found->name, "bubblescope");
    }
    EXPECT_EQ(recogniseFormat("a:\n  bubblescope: 1\n"), nullptr);
}

} // namespace
} // namespace strategy
