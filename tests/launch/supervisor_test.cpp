#include "engine/launch/supervisor.h"

#include "tests/sanitizer.h"
#include "tests/scratch_directory.h"

#include <string>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

namespace launch {
namespace {

// While it lives, this process can open no file.
class NoMoreFiles {
public:
    NoMoreFiles()
    {
        const strategy::FileDescriptor next(open("/dev/null", O_RDONLY | O_CLOEXEC));
        getrlimit(RLIMIT_NOFILE, &m_before);
        rlimit none = m_before;
        none.rlim_cur = static_cast<rlim_t>(next.number());
        setrlimit(RLIMIT_NOFILE, &none);
    }
    ~NoMoreFiles() { setrlimit(RLIMIT_NOFILE, &m_before); }
    NoMoreFiles(const NoMoreFiles&) = delete;
    NoMoreFiles& operator=(const NoMoreFiles&) = delete;

private:
    rlimit m_before{};
};

TEST(Supervisor, StartsNothingThatItCouldNotStop)
{
    if (tests::kAddressSanitizer)
        GTEST_SKIP() << "UBSan, which comes with ASan, opens a pipe to look at an object's type";
    const tests::ScratchDirectory scratch;
    auto collector = telemetry::Collector::start({.run = 7,
                                                  .ranks = 1,
                                                  .rankEndpoint = "ipc://" + (scratch / "ranks"),
                                                  .logPath = scratch / "events.log"});
    ASSERT_TRUE(collector) << collector.error().message;
    SupervisorOptions options;
    options.launcher.arguments = {"/bin/true"};
    options.say = [](std::string_view) {};
    const NoMoreFiles none;
    const auto started = Supervisor::start(std::move(options), *std::move(collector));
    ASSERT_FALSE(started);
    EXPECT_EQ(started.error().message, "signals cannot be received: Too many open files");
}

} // namespace
} // namespace launch
