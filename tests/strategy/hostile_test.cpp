// Texts made to hurt: each is refused with a sentence, within bounded memory. The
// memory is bounded by an address-space limit in a child process, so a reader that
// swallows the input whole fails there.

#include "tests/strategy/expect_problems.h"

#include <gtest/gtest.h>

#include <functional>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define BUBBLESCOPE_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define BUBBLESCOPE_SANITIZED 1
#endif
#endif

namespace strategy {
namespace {

std::string repeated(std::string_view piece, std::size_t times)
{
    std::string text;
    text.reserve(piece.size() * times);
    while (times-- > 0)
        text += piece;
    return text;
}

std::string aliasBomb()
{
    std::string text = "a0: &a0 [x, x]\n";
    for (int i = 1; i < 60; ++i) {
        const std::string last = std::to_string(i - 1);
        const std::string name = std::to_string(i);
        text += 'a' + name + ": &a" + name + " [*a" + last + ", *a" + last + "]\n";
    }
    return text;
}

// A long text, repeated as rows and as the pieces of rows: gigabytes, if they were all copied.
std::string aliasedOrder()
{
    return "bubblescope: 1\nparallel: {pipeline: 2}\nschedule:\n  name: custom\n  order: [&a \""
        + std::string(60'000, ' ') + "\", &l [*a" + repeated(", *a", 90'000) + ']'
        + repeated(", *l", 90) + repeated(", *a", 90'000) + "]\n";
}

struct Hostile {
    const char* name;
    std::function<std::string()> text; // made when asked for: a hundred MB together
    const char* says;                  // part of the sentence
};

std::vector<Hostile> corpus()
{
    return {
        {"TenMillionBrackets", [] { return repeated("[", 10'000'000); },
         "bytes; it may have at most"},
        {"AMillionBrackets", [] { return repeated("[", 1'000'000); },
         "more items than it may hold"},
        {"NestedLists", [] { return repeated("[", 300'000); }, "nested deeper than 64"},
        {"NestedMaps", [] { return repeated("{a: ", 100'000); }, "nested deeper than 64"},
        {"NestedBlocks", [] { return repeated("- ", 300'000); }, "nested deeper than 64"},
        {"NestedOverLines", [] { return repeated("[\n", 190'000); }, "nested deeper than 64"},
        // NOLINTNEXTLINE(bugprone-string-constructor): it is meant to be large
        {"HugeText", [] { return "name: " + std::string(60'000'000, 'x'); },
         "bytes; it may have at most"},
        {"LongText", [] { return "name: " + std::string(7'000'000, 'x'); },
         "longer than 65536 bytes"},
        {"LongQuotedLines", [] { return "name: \"" + repeated("x\n", 100'000) + '"'; },
         "the limit is 65536"},
        {"LongFoldedLines",
         [] { return "name: >\n" + repeated(" " + std::string(60'000, 'x') + "\n", 100); },
         "the limit is 65536"},
        {"AliasBomb", [] { return aliasBomb(); }, "counting what its aliases repeat"},
        {"AliasedOrder", [] { return aliasedOrder(); }, "is over 1 MiB"},
        {"ManyUnknownKeys", [] { return "bubblescope: 1\n" + repeated("x: 1\n", 150'000); },
         "given twice"},
        {"ManyItems", [] { return "bubblescope: [" + repeated("1,", 390'000) + "1]"; },
         "must be 1"},
        {"ManyAnchors", [] { return repeated("&a ", 100'000); }, "is not YAML here"},
        {"CutCharacter", [] { return std::string("bubblescope: 1\nname: \xE2\x82"); },
         "not printable UTF-8"},
        {"Zeros", [] { return std::string(1'000'000, '\0'); }, "not printable UTF-8"},
        {"HugeExponent", [] { return std::string("bubblescope: 1\ncosts: {forward: 1e400}"); },
         "must be a number of micro"},
        {"HugeRanks",
         [] { return std::string("bubblescope: 1\nparallel: {pipeline: 1000000000}"); },
         "must be a whole number from 1 to 1048576"},
        {"HugeCells",
         [] {
             return std::string(
                 "bubblescope: 1\nparallel: {pipeline: 1048576}\nbatch: {global: 1073741824}");
         },
         "over the limit of"},
        {"LongKey", [] { return "bubblescope: 1\n? " + std::string(60'000, 'k') + "\n: 1\n"; },
         "not a known key"},
    };
}

class HostileText : public ::testing::TestWithParam<Hostile> {};

TEST_P(HostileText, IsRefusedWithASentence)
{
    const auto problems = problemsOf(GetParam().text());
    ASSERT_FALSE(problems.empty());
    EXPECT_LE(problems.size(), 201u);
    bool told = false;
    for (const std::string& line : problems) {
        told = told || line.find(GetParam().says) != std::string::npos;
        EXPECT_LE(line.size(), 600u);
    }
    EXPECT_TRUE(told) << problems.front();
}

TEST_P(HostileText, IsRefusedWithin256MiB)
{
#ifdef BUBBLESCOPE_SANITIZED
    GTEST_SKIP() << "a sanitizer reserves terabytes of address space";
#endif
    const std::string text = GetParam().text();
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        constexpr rlim_t kMemory = 256u << 20;
        const rlimit limit{kMemory, kMemory};
        const rlimit seconds{20, 20}; // of processor time: far above need, far below forever
        if (::setrlimit(RLIMIT_AS, &limit) != 0 || ::setrlimit(RLIMIT_CPU, &seconds) != 0)
            ::_exit(3);
        ::_exit(problemsOf(text).empty() ? 1 : 0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "status " << status;
}

INSTANTIATE_TEST_SUITE_P(Corpus, HostileText, ::testing::ValuesIn(corpus()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(HostileText, SentencesQuoteNoControlCharacters)
{
    const auto problems = problemsOf("bubblescope: 1\n\"a\\e[31mb\\0\\n\": 1\n");
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems.front().find('\x1b'), std::string::npos);
    EXPECT_NE(problems.front().find("a\\x1b[31mb\\x00"), std::string::npos) << problems.front();
}

} // namespace
} // namespace strategy
