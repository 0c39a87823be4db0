// Which files a script may take in: those of its own folder, scripts of the repository that holds
// it, and nothing else, whatever the name.

#include "engine/strategy/convert/script_folder.h"
#include "engine/strategy/convert/shell_script.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sys/stat.h>

namespace strategy {
namespace {

namespace fs = std::filesystem;

// top/            the mark, if any
//   models/small.sh   secret.txt   .hidden/small.sh
//   runs/rl/own.sh    runs/rl/notes.txt
// outside.sh      beside top
class ScriptFolders : public testing::Test {
protected:
    void SetUp() override
    {
        m_base = fs::path(testing::TempDir())
            / (std::string("script_folder_")
               + testing::UnitTest::GetInstance()->current_test_info()->name());
        fs::remove_all(m_base);
        write("outside.sh", "LAYERS=99\n");
        write("top/models/small.sh", "LAYERS=4\n");
        write("top/secret.txt", "LAYERS=98\n");
        write("top/.hidden/small.sh", "LAYERS=97\n");
        write("top/runs/rl/own.sh", "LAYERS=5\n");
        write("top/runs/rl/notes.txt", "LAYERS=6\n");
        fs::permissions(m_base, fs::perms::owner_all);
        fs::permissions(top(), fs::perms::owner_all);
    }

    void TearDown() override { fs::remove_all(m_base); }

    fs::path top() const { return m_base / "top"; }
    fs::path folder() const { return top() / "runs" / "rl"; }

    void write(const std::string& name, const std::string& text) const
    {
        fs::create_directories((m_base / name).parent_path());
        std::ofstream(m_base / name) << text;
    }

    void mark(const std::string& name = "top/setup.py") const { write(name, ""); }

    // Of `source WORD` in a script of the folder: what LAYERS is then; empty if nothing was read.
    std::string layersOf(const std::string& word) const
    {
        const ShellScript script = read(word);
        const auto& command = script.commands.back();
        return command.size() > 1 && command[1].unknown < 0 ? command[1].text : std::string{};
    }

    ShellScript read(const std::string& word) const
    {
        return readShellScript("D=$(cd -- \"$(dirname -- \"$0\")\" && pwd)\nLAYERS=\nsource " + word
                                   + "\nrun $LAYERS\n",
                               folder().string());
    }

    static constexpr const char* kElsewhere
        = "takes in what is written elsewhere, which is not followed\n";

    static std::string toldOf(const ShellScript& script)
    {
        std::string told;
        for (const auto* pieces : {&script.assumed, &script.leftOut})
            for (const ShellPiece& piece : *pieces)
                told += piece.why + '\n';
        return told;
    }

    fs::path m_base;
};

TEST_F(ScriptFolders, OfTheOwnFolderAnyFileIsRead)
{
    EXPECT_EQ(layersOf("own.sh"), "5");
    EXPECT_EQ(layersOf("\"$D\"/own.sh"), "5");
    EXPECT_EQ(layersOf("\"$D/notes.txt\""), "6");
    EXPECT_EQ(layersOf((folder() / "own.sh").string()), "5");
}

TEST_F(ScriptFolders, AboveItNothingIsReadWithoutAMark)
{
    const ShellScript script = read("\"$D/../../models/small.sh\"");
    EXPECT_EQ(script.commands.back().size(), 1u);
    EXPECT_EQ(toldOf(script),
              "lies outside the folder of the script, and no folder above is that of a repository "
              "(.git, pyproject.toml, setup.py); not followed\n");
    // Nor is what lies neither above nor below.
    EXPECT_EQ(toldOf(read("/none/setvars.sh")), toldOf(script));
    // What is not there, but would lie in the folder, is not outside it.
    for (const std::string& name :
         {std::string("none.sh"), std::string("$D/../rl/none.sh"), (folder() / "none.sh").string()})
        EXPECT_EQ(toldOf(read(name)), kElsewhere) << name;
}

TEST_F(ScriptFolders, TheScriptsOfTheRepositoryAreRead)
{
    for (const char* one : {"top/.git/HEAD", "top/setup.py", "top/pyproject.toml"}) {
        mark(one);
        EXPECT_EQ(layersOf("\"$D/../../models/small.sh\""), "4") << one;
        fs::remove_all(top() / ".git");
        fs::remove(top() / "setup.py");
        fs::remove(top() / "pyproject.toml");
        EXPECT_EQ(layersOf("\"$D/../../models/small.sh\""), "") << one;
    }
    mark();
    EXPECT_EQ(toldOf(read("\"$D/../../models/small.sh\"")),
              "is taken for models/small.sh in the repository of the script\n");
}

TEST_F(ScriptFolders, ANameFromAnotherPlaceIsLookedForInTheRepository)
{
    mark();
    EXPECT_EQ(layersOf("\"$SOMEWHERE/models/small.sh\""), "4"); // the repository's own folder
    EXPECT_EQ(layersOf("models/small.sh"), "4");
    EXPECT_EQ(layersOf("/root/top/models/small.sh"), "4"); // where a container has it
    EXPECT_EQ(layersOf("/small.sh"), "");                  // a name alone is no place
    EXPECT_EQ(layersOf("/root/small.sh"), "");
    // The nearer one counts.
    write("top/runs/models/small.sh", "LAYERS=7\n");
    EXPECT_EQ(layersOf("models/small.sh"), "7");
}

TEST_F(ScriptFolders, ASourcedScriptTakesInWhatLiesBesideIt)
{
    mark();
    write("top/models/wide.sh", "source \"$(dirname -- \"${BASH_SOURCE[0]}\")/base.sh\"\n");
    write("top/models/base.sh", "LAYERS=8\n");
    write("top/runs/rl/base.sh", "LAYERS=9\n");
    EXPECT_EQ(layersOf("$D/../../models/wide.sh"), "8");
    EXPECT_EQ(layersOf("base.sh"), "9");
}

TEST_F(ScriptFolders, NothingElseOfTheRepositoryIsRead)
{
    mark();
    const auto expectUnread = [&](const std::string& name, const char* sentence) {
        const ShellScript script = read(name);
        EXPECT_EQ(script.commands.back().size(), 1u) << name;
        EXPECT_EQ(toldOf(script), sentence) << name;
    };
    for (const char* name :
         {"$D/../../../outside.sh", "../../../outside.sh", "/etc/passwd",
          "$D/../../../../../../../../etc/passwd", "/dev/zero", "/dev/stdin", "/proc/self/environ"})
        expectUnread(name, kElsewhere);
    expectUnread("$D/../../secret.txt",
                 "is in the repository of the script, of which only scripts (*.sh) are read\n");
    for (const char* name : {"$D/../../models", "$D/../.."})
        expectUnread(name, "is not a regular file; not read\n");
    EXPECT_EQ(layersOf((m_base / "outside.sh").string()), "");
}

TEST_F(ScriptFolders, NothingHiddenIsRead)
{
    constexpr const char* kTold = "is a hidden file, or in a hidden folder; not read\n";
    write("top/runs/rl/.env", "LAYERS=96\n");
    write("top/runs/rl/.hidden/small.sh", "LAYERS=95\n");
    fs::create_symlink(folder() / ".env", folder() / "env.sh");
    for (const char* name : {".env", "$D/.env", "./.hidden/small.sh", "env.sh"}) {
        EXPECT_EQ(layersOf(name), "") << name;
        EXPECT_EQ(toldOf(read(name)), kTold) << name;
    }
    mark();
    EXPECT_EQ(layersOf("$D/../../.hidden/small.sh"), "");
    EXPECT_EQ(toldOf(read("$D/../../.hidden/small.sh")), kTold);
    // A script that lies in a hidden folder itself takes in what lies beside it.
    write("top/.ci/own.sh", "LAYERS=3\n");
    const fs::path hidden = fs::canonical(top() / ".ci");
    EXPECT_TRUE(ScriptFolder(hidden.string()).find("own.sh", hidden));
}

TEST_F(ScriptFolders, WhereAnyoneMayWriteNothingIsRead)
{
    constexpr const char* kTold = "lies in a folder that anyone may write to; not read\n";
    mark();
    write("top/shared/deep/small.sh", "LAYERS=4\n");
    write("top/runs/rl/shared/deep/small.sh", "LAYERS=5\n");
    const std::string above = "$D/../../shared/deep/small.sh";
    const std::string below = "$D/shared/deep/small.sh";
    EXPECT_EQ(layersOf(above), "4");
    EXPECT_EQ(layersOf(below), "5");
    for (const char* open : {"shared", "shared/deep"}) // between, and the file's own
        for (const fs::path& where : {top(), folder()}) {
            fs::permissions(where / open, fs::perms::others_write, fs::perm_options::add);
            const bool isAbove = where == top();
            EXPECT_EQ(layersOf(isAbove ? above : below), "") << where << open;
            EXPECT_EQ(toldOf(read(isAbove ? above : below)), kTold) << where << open;
            EXPECT_EQ(layersOf(isAbove ? below : above), isAbove ? "5" : "4") << where << open;
            fs::permissions(where / open, fs::perms::others_write, fs::perm_options::remove);
        }
    // The script's own folder is its user's choice; of the repository it is one between.
    fs::permissions(folder(), fs::perms::others_write, fs::perm_options::add);
    EXPECT_EQ(layersOf("own.sh"), "5");
    EXPECT_EQ(layersOf("$D/../../models/small.sh"), "4");
}

TEST_F(ScriptFolders, NoLinkLeadsOut)
{
    mark();
    fs::create_symlink(m_base / "outside.sh", top() / "models" / "link.sh");
    fs::create_directory_symlink(m_base, top() / "away");
    fs::create_symlink("/etc/passwd", folder() / "passwd.sh");
    EXPECT_EQ(layersOf("$D/../../models/link.sh"), "");
    EXPECT_EQ(layersOf("$D/../../away/outside.sh"), "");
    EXPECT_EQ(layersOf("passwd.sh"), "");
    // Nor to what would not be read by its own name.
    fs::create_symlink(top() / "secret.txt", top() / "models" / "secret.sh");
    EXPECT_EQ(layersOf("$D/../../models/secret.sh"), "");
    fs::create_symlink(top() / "models" / "small.sh", top() / "models" / "alias.sh");
    EXPECT_EQ(layersOf("$D/../../models/alias.sh"), "4");
}

TEST_F(ScriptFolders, APipeIsNotWaitedFor)
{
    mark();
    ASSERT_EQ(::mkfifo((top() / "models" / "pipe.sh").c_str(), 0600), 0);
    ASSERT_EQ(::mkfifo((folder() / "pipe.sh").c_str(), 0600), 0);
    EXPECT_EQ(layersOf("$D/../../models/pipe.sh"), "");
    EXPECT_EQ(layersOf("pipe.sh"), "");
    EXPECT_EQ(toldOf(read("pipe.sh")), "is not a regular file; not read\n");
}

TEST_F(ScriptFolders, AMarkWhereAnyoneMayLeaveOneDoesNotCount)
{
    mark();
    fs::permissions(top(), fs::perms::others_all, fs::perm_options::add);
    EXPECT_EQ(layersOf("$D/../../models/small.sh"), "");
    EXPECT_EQ(
        toldOf(read("$D/../../models/small.sh")),
        "lies outside the folder of the script, and anyone may write to the folder above that "
        "looks like a repository (.git, pyproject.toml, setup.py); not followed\n");
    EXPECT_EQ(layersOf("own.sh"), "5");
}

TEST_F(ScriptFolders, AMarkFarAboveDoesNotCount)
{
    mark();
    const auto found = [&](int depth) {
        fs::path deep = top();
        for (int i = 0; i < depth; ++i)
            deep /= "d";
        fs::create_directories(deep);
        return bool(ScriptFolder(deep.string()).find("models/small.sh", fs::canonical(deep)));
    };
    EXPECT_TRUE(found(kMostFoldersAbove));
    EXPECT_FALSE(found(kMostFoldersAbove + 1));
}

TEST_F(ScriptFolders, AScriptOfTheRepositoryHasTheSameLimits)
{
    mark();
    write("top/models/long.sh", std::string(kMaxScriptBytes + 1, '#') + "\nLAYERS=3\n");
    EXPECT_EQ(layersOf("$D/../../models/long.sh"), "");
    EXPECT_EQ(toldOf(read("$D/../../models/long.sh")),
              "has more than 262144 bytes, the most it may have; not read\n");
    // Two that are within it each, and not together.
    write("top/models/half.sh", std::string(kMaxScriptBytes / 2, '#') + "\nLAYERS=2\n");
    const ShellScript twice = readShellScript(
        "source $D/../../models/half.sh\nsource $D/../../models/half.sh\n", folder().string());
    EXPECT_EQ(toldOf(twice),
              "is taken for models/half.sh in the repository of the script\n"
              "would make what the script takes in more than 262144 bytes; not read\n");
    // One that takes in itself, and thousands that are not there, come to an end.
    write("top/models/self.sh", "source $D/../../models/self.sh\nLAYERS=3\n");
    EXPECT_EQ(layersOf("$D/../../models/self.sh"), "3");
    std::string many;
    for (int i = 0; i < 10'000; ++i)
        many += "source $D/../../none/a.sh\n";
    const ShellScript script = readShellScript(many + "source own.sh\n", folder().string());
    ASSERT_EQ(script.leftOut.size(), 10'001u);
    EXPECT_EQ(script.leftOut.back().why,
              "would make what the script takes in more than 262144 bytes; not read");
}

TEST_F(ScriptFolders, WithoutAFolderNothingIsRead)
{
    mark();
    const ShellScript script
        = readShellScript("source " + (folder() / "own.sh").string() + "\nsource ''\n", {});
    EXPECT_EQ(script.leftOut.size(), 2u);
}

} // namespace
} // namespace strategy
