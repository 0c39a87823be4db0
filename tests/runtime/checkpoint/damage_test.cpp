// Whatever happens to the bytes of a checkpoint, nobody gets values that were not saved.

#include "engine/runtime/training/checkpoint/checkpoint.h"
#include "tests/runtime/checkpoint/small_model.h"

#include <gtest/gtest.h>

#include <algorithm>

#include <fcntl.h>
#include <unistd.h>

using namespace checkpoint_test;
using namespace training;

namespace {

class Damage : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override
    {
        ASSERT_TRUE(save(m_scratch.path(), 5));
        m_before = contentOf(file());
        ASSERT_GT(m_before.size(), 100u);
        m_file = ::open(file().c_str(), O_RDWR | O_CLOEXEC);
        ASSERT_GE(m_file, 0);
    }
    void TearDown() override { ::close(m_file); }

    std::filesystem::path folder() const { return m_scratch.path() / "step-00000005"; }
    std::filesystem::path file() const { return folder() / GetParam(); }

    // "" if all that was saved comes back, else the reason it does not.
    std::string read()
    {
        const auto checkpoint = Checkpoint::open(folder());
        if (!checkpoint)
            return checkpoint.error().message;
        m_own.clear();
        for (const StatePart part : kStateParts)
            if (const auto read = readSlices(*checkpoint, part, m_own.of(part)); !read)
                return read.error().message;
        const CheckpointInfo& info = checkpoint->info();
        const CheckpointInfo saved = infoOf(5);
        EXPECT_TRUE(m_own.filled() && info.step == saved.step && info.samples == saved.samples
                    && info.seed == saved.seed && info.strategy == saved.strategy
                    && info.model == saved.model);
        return "";
    }

    const tests::ScratchDirectory m_scratch;
    Holding m_own{Cut::Whole, 0, 1};
    std::string m_before;
    int m_file = -1;
};

TEST_P(Damage, OfAnyByteIsSeenOrHarmless)
{
    ASSERT_EQ(read(), "");
    std::size_t harmless = 0;
    for (std::size_t i = 0; i < m_before.size(); ++i) {
        for (const int flip : {0x01, 0x2a, 0x80}) {
            const char byte = static_cast<char>(m_before[i] ^ flip);
            ASSERT_EQ(::pwrite(m_file, &byte, 1, static_cast<off_t>(i)), 1);
            const std::string reason = read();
            if (reason.empty())
                ++harmless;
            else
                EXPECT_NE(reason.find(GetParam()), std::string::npos) << i << ": " << reason;
        }
        ASSERT_EQ(::pwrite(m_file, &m_before[i], 1, static_cast<off_t>(i)), 1);
    }
    // A space that becomes a line end, 0x20 ^ 0x2a, or the other way round, and nothing else.
    const auto spaces = std::count(m_before.begin(), m_before.end(), ' ')
        + std::count(m_before.begin(), m_before.end(), '\n');
    EXPECT_LE(harmless, file().extension() == ".json" ? static_cast<std::size_t>(spaces) : 0u);
    EXPECT_EQ(read(), "");
}

TEST_P(Damage, OfTheLengthIsSeen)
{
    for (std::size_t length = m_before.size(); length-- > 0;) {
        ASSERT_EQ(::ftruncate(m_file, static_cast<off_t>(length)), 0);
        if (file().extension() == ".json" && length == m_before.size() - 1)
            EXPECT_EQ(read(), ""); // without its last line end
        else
            EXPECT_NE(read(), "") << length;
    }
    ASSERT_EQ(::pwrite(m_file, m_before.data(), m_before.size(), 0),
              static_cast<ssize_t>(m_before.size()));
    ASSERT_EQ(read(), "");
    ASSERT_EQ(::pwrite(m_file, "x", 1, static_cast<off_t>(m_before.size())), 1);
    EXPECT_NE(read(), "");
    ASSERT_EQ(::unlink(file().c_str()), 0);
    EXPECT_NE(read().find("No such file"), std::string::npos);
    ASSERT_EQ(::symlink("/etc/passwd", file().c_str()), 0);
    EXPECT_NE(read().find("symbolic links are not followed"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Files, Damage,
                         testing::Values("model.safetensors", "optimizer.safetensors",
                                         "checkpoint.json"),
                         [](const auto& file) {
                             const std::string name = file.param;
                             return name.substr(0, name.find('.'));
                         });

TEST(DamagedValues, AreNamed)
{
    const tests::ScratchDirectory scratch;
    ASSERT_TRUE(save(scratch.path(), 5));
    const auto path = scratch.path() / "step-00000005" / "model.safetensors";
    const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    const auto last = static_cast<off_t>(contentOf(path).size() - 1);
    ASSERT_EQ(::pwrite(file, "?", 1, last), 1);
    ::close(file);
    const auto checkpoint = Checkpoint::open(scratch.path() / "step-00000005");
    ASSERT_TRUE(checkpoint);
    Holding own(Cut::Whole, 0, 1);
    const auto read = readSlices(*checkpoint, StatePart::Weights, own.of(StatePart::Weights));
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().message,
              path.string()
                  + ": model.norm.weight is damaged: its values do not have the sum that "
                    "checkpoint.json gives");
    EXPECT_TRUE(
        readSlices(*checkpoint, StatePart::SecondMoments, own.of(StatePart::SecondMoments)));
}

TEST(Manifest, OfAnotherVersionIsRefused)
{
    const auto parsed = parseManifest("{\"bubblescope_checkpoint\": 2}");
    ASSERT_FALSE(parsed);
    EXPECT_EQ(parsed.error().message,
              "is of version 2 of the format, and this program reads version 1");
}

} // namespace
