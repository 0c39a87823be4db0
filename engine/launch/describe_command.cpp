#include "engine/launch/describe_command.h"

#include "engine/launch/find_run.h"
#include "engine/launch/meeting.h"
#include "engine/launch/private_file.h"
#include "engine/launch/progress.h"
#include "engine/launch/remote_description.h"
#include "engine/launch/report_file.h"
#include "telemetry/endpoint.h"

#include <fmt/format.h>
#include <unistd.h>

namespace launch {

ExitCode describeRun(const DescribeRequest& request, const Places& places)
{
    constexpr std::size_t kMostStrategy = std::size_t{1} << 20;
    if (isatty(STDOUT_FILENO) != 0)
        return refuse("what describe writes holds a key of the run, so it is not shown on a "
                      "terminal; `bubblescope-run tunnel HOST:RUN` reads it on the machine that is "
                      "to watch",
                      ExitCode::BadInput);
    auto run = findRun(places, request.run);
    if (!run)
        return refuse(run.error().message, ExitCode::BadInput);
    if (run->state != RunState::Running)
        return refuse(fmt::format("run {} is not live ({}); its recording is in {}, which can be "
                                  "copied and replayed",
                                  run->run, outcomeOf(*run), run->directory.string()),
                      ExitCode::BadInput);
    RemoteDescription description{.record = *run};
    if (telemetry::isTcp(run->viewerEndpoint)) {
        const auto connection = connectionOf(*run, places);
        if (!connection)
            return refuse(connection.error().message, ExitCode::WorkFailed);
        description.curve = connection->asViewer();
    } else if (run->elsewhere) {
        return refuse(fmt::format("run {} is {} and serves viewers on that host alone; reach it "
                                  "there ({}:{}), or start it with --listen tcp://ADDRESS:*",
                                  run->run, standingOf(*run), run->place.host, run->run),
                      ExitCode::BadInput);
    }
    const auto strategy = readWhole(run->strategyCopy(), kMostStrategy, false);
    if (!strategy)
        return refuse(strategy.error().message, ExitCode::WorkFailed);
    description.strategy = *strategy;
    const auto written = writeReport("-", toJson(description));
    return written ? ExitCode::Good : refuse(written.error().message, ExitCode::WorkFailed);
}

void addDescribeCommand(Commands& commands)
{
    const auto request = std::make_shared<DescribeRequest>();
    CLI::App& describe
        = addCommand(commands, "describe", "writes what a viewer on another machine needs", request,
                     describeRun);
    addRun(describe, request->run, "the live run");
}

} // namespace launch
