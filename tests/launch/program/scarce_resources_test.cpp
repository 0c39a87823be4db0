// bubblescope-run where disk or open files are short: a sentence, the exit code that was
// promised, and nothing left behind.

#include "tests/launch/stand_ins.h"

#include <fcntl.h>
#include <sys/mount.h>

using launch_test::BadInput;
using launch_test::Finished;

namespace fs = std::filesystem;

namespace {

// A file system of its own, of few bytes; not mounted where that is not permitted.
class TinyDisk {
public:
    TinyDisk(const fs::path& at, const char* options)
        : m_at(at)
    {
        fs::create_directory(at);
        m_mounted = mount("tmpfs", at.c_str(), "tmpfs", 0, options) == 0;
    }
    ~TinyDisk()
    {
        if (m_mounted)
            umount2(m_at.c_str(), MNT_DETACH);
    }
    bool mounted() const { return m_mounted; }
    void fill() const
    {
        std::ofstream file(m_at / "filler");
        file << std::string(std::size_t{1} << 20, 'x');
    }
    void makeReadOnly() const
    {
        mount("tmpfs", m_at.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, nullptr);
    }

private:
    fs::path m_at;
    bool m_mounted;
};

} // namespace

TEST_F(BadInput, AFullDisk)
{
    const TinyDisk disk(program.root / "disk", "size=64k");
    if (!disk.mounted())
        GTEST_SKIP() << "a tmpfs cannot be mounted here";
    disk.fill();
    const fs::path record = program.root / "disk" / "run";
    const Finished run = program.run({program.strategy(), "--record", record});
    EXPECT_EQ(run.code, 2);
    EXPECT_NE(run.err.find("No space left on device; free some space"), std::string::npos)
        << run.err;
    EXPECT_FALSE(fs::exists(record));

    program.state = program.root / "disk";
    const Finished byDefault = program.run({program.strategy()});
    EXPECT_EQ(byDefault.code, 1);
    EXPECT_NE(byDefault.err.find("No space left on device"), std::string::npos);
    expectNothingLeft();
}

TEST_F(BadInput, TooFewOpenFiles)
{
    const auto limited = [&](const std::string& limits, const std::string& arguments) {
        return program.run(
            {"-c",
             limits + " && exec " + (program.bin / "bubblescope-run").string() + " " + arguments},
            "/bin/bash");
    };
    for (const char* files : {"10", "24", "63"}) {
        const Finished run
            = limited(std::string("ulimit -n ") + files, program.strategy().string());
        EXPECT_EQ(run.code, 2) << run.err;
        EXPECT_NE(run.err.find(std::string("open files and the system allows ") + files
                               + "; raise the limit with ulimit -n"),
                  std::string::npos)
            << run.err;
    }
    expectNothingLeft();
}

TEST_F(BadInput, AReadOnlyDisk)
{
    const TinyDisk disk(program.root / "disk", "size=64k");
    if (!disk.mounted())
        GTEST_SKIP() << "a tmpfs cannot be mounted here";
    disk.makeReadOnly();
    const fs::path record = program.root / "disk" / "run";
    for (const fs::path& place : {record, program.root / "disk"}) {
        const Finished run = program.run({program.strategy(), "--record", place});
        EXPECT_EQ(run.code, 2);
        EXPECT_NE(run.err.find("Read-only file system"), std::string::npos) << run.err;
    }
    program.state = program.root / "disk";
    EXPECT_EQ(program.run({program.strategy()}).code, 1);
    expectNothingLeft();
}
