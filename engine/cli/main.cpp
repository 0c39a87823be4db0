// bubblescope-plan: check, list, print, simulate and explain schedules without a window.

#include "engine/cli/arguments.h"
#include "engine/cli/commands.h"
#include "engine/cli/cost_options.h"
#include "engine/cli/output.h"
#include "engine/cli/reports.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace cli {
namespace {

void addProfile(CLI::App& command, std::string& profile)
{
    command
        .add_option("--profile", profile,
                    "a file of efficiencies, as `accuracy --fit` writes them; else those of the "
                    "strategy's device")
        ->type_name("FILE");
}

void addShape(CLI::App& command, SourceFlags& flags)
{
    command.add_option("file", flags.file, "a strategy file")->type_name("FILE");
    command.add_option("--ranks", flags.ranks, "devices along the pipeline");
    command.add_option("--microbatches", flags.microbatches, "microbatches a step");
    command.add_option("--max-in-flight", flags.maxInFlight,
                       "zb-auto: most (microbatch, stage) pairs a rank may hold");
}

void addSource(CLI::App& command, SourceFlags& flags)
{
    addShape(command, flags);
    command.add_option("--name", flags.name,
                       "schedule, as `bubblescope-plan schedules` lists them");
    command.add_option("--csv", flags.csv, "a schedule by hand instead: PyTorch's CSV")
        ->type_name("FILE");
    command.add_option("--chunks", flags.chunks, "model chunks a rank; else the schedule's own");
    command.add_option("--group", flags.group,
                       "interleaved: microbatches that cross a chunk together");
    command.add_option("--effort", flags.effort,
                       "zb-auto: searches so many times longer; Ctrl+C takes the best so far");
    addProfile(command, flags.profile);
}

void addOutput(CLI::App& command, std::string& out)
{
    command.add_option("-o,--output", out, "write there instead of stdout")->type_name("OUT");
}

void addFormat(CLI::App& command, std::string& format, const std::vector<std::string>& formats)
{
    format = formats.front();
    command.add_option("--format", format)->capture_default_str()->check(CLI::IsMember(formats));
}

// What was typed.
struct Words {
    SourceFlags source;
    ValidateFlags validate;
    std::string file;
    ModelFile model;
    std::string scheduleFormat;
    std::string simulationFormat;
    std::string explanationFormat;
    std::string comparisonFormat;
    std::string layersFormat;
    std::string rerunFormat;
    std::string keep;
    LayersFlags layers;
    AccuracyFlags accuracy;
    std::string accuracyFormat;
    std::string estimateFormat;
    std::string attention;
    CalibrateFlags calibrate;
    TraceFlags trace;
    std::string traceFormat;
    std::string calibrationFormat;
    ConvertFlags convert;
    bool listFormats = false;
    std::string names;
    SearchFlags search;
    std::string searchFormat;
    std::string sweepFormat;
    std::vector<std::string> sweptFields;
    std::string adviceFormat;
    std::string tokensPerSecond;
    std::string out;
};

void addConvert(CLI::App& app, Words& words)
{
    CLI::App& convert = *app.add_subcommand(
        "convert", "turns one framework's configuration into another's, and says what is lost");
    convert.add_option("--from", words.convert.from, "format of the file; --list shows them")
        ->type_name("FORMAT");
    convert.add_option("--to", words.convert.to, "format to write")->type_name("FORMAT");
    convert.add_option("file", words.convert.file, "the file to convert")->type_name("IN");
    convert.add_flag("--list", words.listFormats, "lists the formats instead");
    addOutput(convert, words.convert.out);
}

void addReruns(CLI::App& app, Words& words)
{
    CLI::App& reruns = *app.add_subcommand(
        "reruns", "says which ops can be run a second time inside the bubbles, at no cost");
    addSource(reruns, words.source);
    addCosts(reruns, words.source.costs);
    words.keep = "while-room";
    reruns.add_option("--keep", words.keep, "how long a pair's inputs are held for it")
        ->capture_default_str()
        ->check(CLI::IsMember({"while-room", "until-backward"}));
    addFormat(reruns, words.rerunFormat, {"text", "json"});
    addOutput(reruns, words.out);
}

void addCalibrate(CLI::App& app, Words& words)
{
    CLI::App& calibrate = *app.add_subcommand(
        "calibrate", "gives a strategy the costs that a recorded run of it has shown");
    calibrate
        .add_option("run", words.calibrate.run,
                    "the folder of a recorded run, its event log, or a folder of rank dumps")
        ->type_name("RUN")
        ->required();
    calibrate
        .add_option("file", words.calibrate.file,
                    "the strategy that was run; of rank dumps it may be left out")
        ->type_name("STRATEGY");
    calibrate.add_option(
        "--skip-steps", words.calibrate.skipSteps,
        "steps left out at the beginning; else those before the step time settles");
    addFormat(calibrate, words.calibrationFormat, {"table", "json"});
    addOutput(calibrate, words.out);
}

void addTrace(CLI::App& app, Words& words)
{
    CLI::App& trace = *app.add_subcommand(
        "trace", "says where the time of a measured pipeline went, from its ranks' dumps");
    trace.add_option("folder", words.trace.folder, "holds config.json and a pp_rank_R.json a rank")
        ->type_name("FOLDER")
        ->required();
    trace.add_option("--iteration", words.trace.iteration,
                     "which one; else that of the median time");
    addFormat(trace, words.traceFormat, {"table", "json", "chrome", "svg"});
    addOutput(trace, words.out);
}

void addLayers(CLI::App& app, Words& words)
{
    LayersFlags& flags = words.layers;
    CLI::App& layers = *app.add_subcommand(
        "layers", "cuts a model's layers into stages, as a table and as Megatron's layout");
    layers.add_option("--ranks", flags.ranks, "devices along the pipeline");
    layers.add_option("--chunks", flags.chunks, "model chunks a rank");
    flags.placement = "looped";
    layers.add_option("--placement", flags.placement, "how the stages go over the ranks")
        ->capture_default_str()
        ->check(CLI::IsMember({"looped", "wave"}));
    layers.add_option("--layers", flags.layers, "of the model, dealt over the stages in turn");
    layers.add_option("--per-rank", flags.perRank, "layers of each rank, with commas between");
    layers.add_option("--per-stage", flags.perStage, "layers of each stage, with commas between");
    layers.add_option("--layout", flags.layout, "Megatron's layout, as 'E|(t|)*3,m|m||L'");
    layers.add_option("--on-first-rank", flags.onFirstRank, "layers of the first rank");
    layers.add_option("--on-last-rank", flags.onLastRank, "layers of the last rank");
    layers.add_flag("--count-embedding", flags.countEmbedding, "the embedding counts as a layer");
    layers.add_flag("--count-loss", flags.countLoss, "the loss counts as a layer");
    addFormat(layers, words.layersFormat, {"text", "json"});
    addOutput(layers, words.out);
}

void addEstimates(CLI::App& app, Words& words)
{
    CLI::App& estimate = *app.add_subcommand(
        "estimate", "predicts a step's time, its memory and whether it fits, and says from what");
    addProfile(estimate, words.model.profile);
    estimate.add_option("file", words.model.file, "a strategy file with a model")
        ->type_name("FILE")
        ->required();
    words.attention = "full";
    estimate.add_option("--attention", words.attention, "which pairs of tokens count as FLOPs")
        ->capture_default_str()
        ->check(CLI::IsMember({"full", "causal"}));
    addCostsOf(estimate, words.model.costsOf, plan::CostBasis::Stage);
    addFormat(estimate, words.estimateFormat, {"table", "json"});
    addOutput(estimate, words.out);

    CLI::App& accuracy = *app.add_subcommand(
        "accuracy", "holds estimates against measured runs, family by family");
    accuracy
        .add_option("runs", words.accuracy.inputs,
                    "tables of published runs (CSV), and folders of recorded ones")
        ->type_name("RUNS")
        ->required();
    addProfile(accuracy, words.accuracy.profile);
    accuracy.add_flag("--every", words.accuracy.every, "a line for every run");
    accuracy.add_flag("--leave-out", words.accuracy.leaveOut,
                      "also predicts each family at efficiencies fitted to the others");
    accuracy
        .add_option("--fit", words.accuracy.fitTo,
                    "fits the efficiencies of each kind of machine and writes them there")
        ->type_name("FOLDER");
    addFormat(accuracy, words.accuracyFormat, {"table", "json"});
    addOutput(accuracy, words.out);
}

void addSearch(CLI::App& app, Words& words)
{
    SearchFlags& flags = words.search;
    CLI::App& search = *app.add_subcommand(
        "search", "finds the fastest ways to cut and run a model on its devices that fit");
    search.add_option("file", flags.file, "a strategy file with a model")
        ->type_name("FILE")
        ->required();
    search.add_option("--devices", flags.devices,
                      "how many; several with commas between are searched together");
    addProfile(search, flags.profile);
    search.add_option("--top", flags.top, "results wanted beside the Pareto front; else 10");
    search.add_option("--threads", flags.threads, "else one a core");
    search.add_option("--target-tokens-per-second", flags.tokensPerSecond,
                      "leaves out what reaches less");
    search
        .add_option("--keep", flags.keep,
                    "stays as the file says: tensor, context, pipeline, expert, micro, zero, "
                    "sequence, recompute, schedule or layers; repeatable")
        ->type_name("WHAT")
        ->take_all();
    search.add_option("--save", flags.save, "writes the results there as strategy files")
        ->type_name("FOLDER");
    addFormat(search, words.searchFormat, {"table", "json", "csv"});
    addOutput(search, words.out);
}

void addSweeps(CLI::App& app, Words& words)
{
    CLI::App& sweep = *app.add_subcommand(
        "sweep", "estimates a strategy over values of one of its fields, or of two");
    addProfile(sweep, words.model.profile);
    sweep.add_option("file", words.model.file, "a strategy file with a model")
        ->type_name("FILE")
        ->required();
    sweep
        .add_option("--field", words.sweptFields,
                    "KEY=VALUE,VALUE as batch.microbatches=8,16,32; once or twice")
        ->type_name("KEY=V,V")
        ->required()
        ->take_all();
    addCostsOf(sweep, words.model.costsOf, plan::CostBasis::Rank);
    addFormat(sweep, words.sweepFormat, {"table", "json", "csv"});
    addOutput(sweep, words.out);

    CLI::App& advise = *app.add_subcommand(
        "advise", "says what must change for a strategy to fit, or to reach a throughput");
    addProfile(advise, words.model.profile);
    advise.add_option("file", words.model.file, "a strategy file with a model")
        ->type_name("FILE")
        ->required();
    advise.add_option("--tokens-per-second", words.tokensPerSecond, "wanted, of all devices");
    addFormat(advise, words.adviceFormat, {"table", "json"});
    addOutput(advise, words.out);
}

void addCommands(CLI::App& app, Words& words)
{
    addEstimates(app, words);
    addSearch(app, words);
    addSweeps(app, words);
    CLI::App& check = *app.add_subcommand("check", "says everything that is wrong with a strategy");
    check.add_option("file", words.file, "a strategy file")->type_name("FILE")->required();
    app.add_subcommand("schedules", "lists the schedules: conditions, closed form, memory");

    CLI::App& schedule = *app.add_subcommand("schedule", "prints the order of every rank's ops");
    addSource(schedule, words.source);
    addCosts(schedule, words.source.costs);
    addFormat(schedule, words.scheduleFormat, {"text", "torch-csv", "torch-csv-lowered", "json"});
    addOutput(schedule, words.out);

    CLI::App& simulate
        = *app.add_subcommand("simulate", "predicts when every op runs, and why not");
    addSource(simulate, words.source);
    addCosts(simulate, words.source.costs);
    addFormat(simulate, words.simulationFormat, {"table", "json", "chrome", "svg"});
    addOutput(simulate, words.out);

    CLI::App& explain = *app.add_subcommand("explain", "says what every bubble waits for");
    addSource(explain, words.source);
    addCosts(explain, words.source.costs);
    addFormat(explain, words.explanationFormat, {"text", "json"});
    addOutput(explain, words.out);

    CLI::App& compare = *app.add_subcommand("compare", "sets schedules side by side on one shape");
    addShape(compare, words.source);
    compare.add_option("--names", words.names,
                       "schedules, with commas between, each as NAME or NAME:CHUNKS; else all");
    compare.add_option("--chunks", words.source.chunks,
                       "model chunks a rank of those that take any number; else 2");
    compare.add_option("--group", words.source.group, "of the interleaved ones");
    addCosts(compare, words.source.costs, plan::CostBasis::Rank);
    addProfile(compare, words.source.profile);
    addFormat(compare, words.comparisonFormat, {"text", "json", "csv", "markdown"});
    addOutput(compare, words.out);

    addReruns(app, words);
    addLayers(app, words);
    addCalibrate(app, words);
    addTrace(app, words);
    addConvert(app, words);

    CLI::App& validate = *app.add_subcommand("validate", "says whether a CSV's order can run");
    validate.add_option("file", words.validate.file, "PyTorch's CSV")
        ->type_name("FILE")
        ->required();
    validate.add_option("--max-in-flight", words.validate.maxInFlight,
                        "most (microbatch, stage) pairs a rank may hold");
    validate.add_option(
        "--buffers", words.validate.buffers,
        "messages between two ranks that may be under way unasked for; 0: rendezvous");
}

int run(int argc, char** argv)
{
    CLI::App app{"Bubblescope's planner: schedules, their timelines and their bubbles"};
    app.require_subcommand(1);
    Words words;
    addCommands(app, words);
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp& help) {
        return app.exit(help);
    } catch (const CLI::ParseError& error) {
        complain(std::string(error.what()) + "\nbubblescope-plan --help lists the commands");
        return kBadInput;
    }
    if (app.got_subcommand("check"))
        return checkFile(words.file);
    if (app.got_subcommand("schedule"))
        return printSchedule(words.source, words.scheduleFormat, words.out);
    if (app.got_subcommand("simulate"))
        return printSimulation(words.source, words.simulationFormat, words.out);
    if (app.got_subcommand("explain"))
        return printExplanation(words.source, words.explanationFormat, words.out);
    if (app.got_subcommand("compare"))
        return printComparison(words.source, words.names, words.comparisonFormat, words.out);
    if (app.got_subcommand("reruns"))
        return printReruns(words.source, words.keep, words.rerunFormat, words.out);
    if (app.got_subcommand("layers"))
        return printLayers(words.layers, words.layersFormat, words.out);
    if (app.got_subcommand("calibrate"))
        return printCalibration(words.calibrate, words.calibrationFormat, words.out);
    if (app.got_subcommand("estimate"))
        return printEstimate(words.model, words.attention, words.estimateFormat, words.out);
    if (app.got_subcommand("accuracy"))
        return printAccuracy(words.accuracy, words.accuracyFormat, words.out);
    if (app.got_subcommand("trace"))
        return printTrace(words.trace, words.traceFormat, words.out);
    if (app.got_subcommand("convert"))
        return words.listFormats ? deliver(formatTable(), words.convert.out)
                                 : convertFile(words.convert);
    if (app.got_subcommand("search"))
        return printSearch(words.search, words.searchFormat, words.out);
    if (app.got_subcommand("sweep"))
        return printSweep(words.model, words.sweptFields, words.sweepFormat, words.out);
    if (app.got_subcommand("advise"))
        return printAdvice(words.model, words.tokensPerSecond, words.adviceFormat, words.out);
    if (app.got_subcommand("validate"))
        return validateCsv(words.validate);
    return deliver(catalogueTable(), {});
}

} // namespace
} // namespace cli

int main(int argc, char** argv)
{
    try {
        return cli::run(argc, argv);
    } catch (const std::bad_alloc&) {
        fmt::print(stderr,
                   "there is not enough memory for this; use fewer ranks or microbatches\n");
        return 1;
    }
}
