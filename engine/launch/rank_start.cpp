#include "engine/launch/rank_start.h"

#include "engine/launch/host_look.h"
#include "engine/launch/hosts/network.h"
#include "engine/launch/meeting.h"
#include "engine/launch/own_network.h"
#include "engine/launch/private_file.h"
#include "engine/launch/program_query.h"
#include "engine/launch/rank_command.h"
#include "engine/options/command_line.h"

#include <cstring>

#include <fmt/format.h>
#include <unistd.h>

namespace launch {

namespace {

using namespace std::chrono_literals;

constexpr auto kHostsAnswer = 60s; // ssh of many hosts takes its time

std::vector<std::string> namesOf(const Hosts& hosts)
{
    std::vector<std::string> names;
    names.reserve(hosts.size());
    for (const Host& host : hosts)
        names.push_back(host.name);
    return names;
}

LaunchTarget targetOf(const Underway& run)
{
    LaunchTarget target;
    target.program = run.plan.launcherPath;
    target.ranks = run.record.ranks;
    target.hosts = run.plan.hosts.hosts;
    target.hostsFile = run.record.directory / kHostsFile;
    target.network = networkOf(run.address);
    target.ssh = run.plan.ssh;
    target.mpiFiles = run.session.mpiFiles;
    target.sharedMemory = run.session.sharedMemory;
    target.name = run.record.run;
    target.asRoot = geteuid() == 0;
    return target;
}

Environment launchEnvironment(const Underway& run, const LaunchTarget& target)
{
    const RankLauncher& launcher = rankLauncher(run.plan.hosts.kind);
    const RunMark mark{run.record.run, folderIdentity(run.record.directory)};
    return launcher.environment(target,
                                rankEnvironment(run.plan.environment, mark, launcher.needsJob()));
}

// mpirun listens on all interfaces there are, so on this machine it gets a network with none but
// loopback.
bool hasOwnNetwork(const Underway& run, Progress& progress)
{
    if (!rankLauncher(run.plan.hosts.kind).ranksAreHere())
        return false;
    const int error = OwnNetwork().whyNot();
    if (error != 0)
        progress.say(
            fmt::format("other machines can reach a port of mpirun while this run is live, "
                        "because this system lets no user make a network namespace: {}",
                        std::strerror(error)));
    return error == 0;
}

TrainingArguments trainingOf(const Underway& run)
{
    TrainingArguments training{.threads = run.request.threads.value_or(1),
                               .gpusPerRank = run.plan.gpusPerRank,
                               .deterministic = run.request.deterministic,
                               .deep = run.request.deep,
                               .messages = run.request.messages,
                               .takeTurns = run.request.takeTurns,
                               .checkpoints = run.record.checkpoints(),
                               .resume = run.plan.resume,
                               .records = run.record.directory};
    if (run.request.flip)
        training.flip = plan::toText(*run.request.flip);
    return training;
}

} // namespace

plan::Outcome prepareHosts(const Underway& run, int output, Progress& progress)
{
    if (!run.plan.hosts.isRemote())
        return plan::done();
    const LaunchTarget target = targetOf(run);
    if (auto written = run.folder.write(kHostsFile, hostsText(target.hosts)); !written)
        return written;
    LaunchTarget asking = onePerHost(target);
    asking.hostsFile = run.record.directory / kHostsAskedFile;
    if (auto written = run.folder.write(kHostsAskedFile, hostsText(asking.hosts)); !written)
        return written;

    HostsExpected expected{.hosts = target.hosts,
                           .version = std::string(options::programVersion()),
                           .folder = run.record.directory,
                           .endpoint = run.keys.connection.rankEndpoint,
                           .output = {}};
    std::vector<std::string> arguments = rankLauncher(run.plan.hosts.kind).arguments(asking);
    arguments.insert(
        arguments.end(),
        {run.plan.engine.string(), "--look", connectionFile(run.record, run.plan.places).string()});
    expected.asked = std::chrono::system_clock::now();
    const auto answer = askProgram(arguments, launchEnvironment(run, asking), kHostsAnswer);
    expected.answered = std::chrono::system_clock::now();
    if (const auto* none = std::get_if<NoAnswer>(&answer))
        return plan::Error{none->isLate()
                               ? fmt::format("the hosts have not answered within {} s; see whether "
                                             "{} starts anything on {}",
                                             kHostsAnswer.count(), arguments.front(),
                                             listOf(namesOf(target.hosts)))
                               : none->why};
    expected.output = std::get<ProgramAnswer>(answer).output;
    writeAll(output, expected.output);
    std::vector<std::string> remarks;
    auto judged = judgeHosts(hostLooksIn(expected.output), expected, remarks);
    for (const std::string& remark : remarks)
        progress.say(remark);
    return judged;
}

ChildProcess launcherOf(const Underway& run, int output, Progress& progress)
{
    RankCommand command;
    command.launcher = run.plan.hosts.kind;
    command.target = targetOf(run);
    command.engine = run.plan.engine;
    command.strategy = run.record.strategyCopy();
    command.connection = connectionFile(run.record, run.plan.places);
    command.supervisor
        = fmt::format("{}@{}", run.record.supervisor.pid, run.record.supervisor.bootId);
    command.steps = run.record.steps;
    command.device = run.record.device;
    command.timeScale = run.plan.predicted.timeScale;
    command.timeout = run.request.timeout;
    if (run.request.slow)
        command.slow = plan::toText(*run.request.slow);
    if (run.plan.device->trains)
        command.training = trainingOf(run);
    return {.arguments = argumentsOf(command),
            .environment = launchEnvironment(run, command.target),
            .output = output,
            .ownNetwork = hasOwnNetwork(run, progress)};
}

} // namespace launch
