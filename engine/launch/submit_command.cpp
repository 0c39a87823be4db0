#include "engine/launch/submit_command.h"

#include "engine/launch/catalogue.h"
#include "engine/launch/progress.h"
#include "engine/launch/queued_run.h"
#include "engine/launch/record_folder.h"
#include "engine/launch/report_file.h"
#include "engine/launch/run_directory.h"
#include "engine/launch/run_name.h"
#include "engine/launch/slurm/job_words.h"
#include "engine/launch/slurm_query.h"
#include "engine/launch/submission.h"
#include "engine/launch/submit_plan.h"
#include "engine/strategy/yaml.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace launch {

namespace {

namespace fs = std::filesystem;

// A folder that is being filled, and is emptied again unless it is kept.
class Filling {
public:
    Filling(RecordFolder folder, fs::path path, bool made)
        : m_folder(std::move(folder))
        , m_path(std::move(path))
        , m_made(made)
    {
    }
    ~Filling()
    {
        if (m_kept)
            return;
        const std::vector<std::string> files(kSubmissionFiles.begin(), kSubmissionFiles.end());
        m_folder.giveUp(files);
        if (m_made) // and empty
            rmdir(m_path.c_str());
    }
    Filling(const Filling&) = delete;
    Filling& operator=(const Filling&) = delete;

    // From here on it is free for the run that is to come, which may be at once.
    void keep()
    {
        m_kept = true;
        m_folder.giveUp({});
    }
    plan::Outcome write(const fs::path& file, std::string_view text) const
    {
        return m_folder.write(file.filename().native(), text);
    }

private:
    RecordFolder m_folder;
    fs::path m_path;
    bool m_made;
    bool m_kept = false;
};

Submission submissionOf(const SubmitPlan& plan)
{
    const auto now = std::chrono::system_clock::now();
    Submission submission;
    submission.run = runName(now, static_cast<std::uint16_t>(randomNumber()));
    submission.strategy = plan.run.strategyFile.string();
    submission.strategyName = plan.run.strategy.name;
    submission.ranks = plan.run.ranks;
    submission.steps = plan.request.steps;
    submission.device = plan.run.device->word;
    submission.submitted = utcText(now);
    return submission;
}

std::string lineOf(const QueuedRun& run)
{
    const Submission& submission = run.submission;
    const nlohmann::ordered_json line
        = {{"job", submission.job},
           {"cluster", submission.cluster},
           {"run", submission.run},
           {"directory", submission.folder.string()},
           {"script", submission.script().string()},
           {"output", submission.output().string()},
           {"state", run.job ? toText(run.job->state) : std::string_view()},
           {"words", sentenceOf(run)}};
    return line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

ExitCode show(const std::string& text)
{
    const auto written = writeReport("-", text);
    return written ? ExitCode::Good : refuse(written.error().message, ExitCode::WorkFailed);
}

// What a person is told once Slurm has the job.
void tell(const QueuedRun& run)
{
    const Submission& submission = run.submission;
    sayToStderr(fmt::format("run {} is job {} of Slurm; {}", submission.run, submission.job,
                            sentenceOf(run)));
    sayToStderr(fmt::format("what it prints goes to {}; bubblescope-run stop {} ends it",
                            submission.output().string(), submission.run));
}

void putInCatalogue(const Places& places, const Submission& submission)
{
    auto catalogue = Catalogue::open(places);
    const auto put = catalogue ? catalogue->put(submission) : plan::Outcome(catalogue.error());
    if (!put)
        sayToStderr(put.error().message + "; the job is in the queue without it");
}

// Writes what the job needs and has it taken.
ExitCode submit(const SubmitPlan& plan, const ProgramEnvironment& in, Submission submission,
                Filling& folder)
{
    BatchScript script = plan.script;
    script.folder = submission.folder;
    script.output = submission.output();
    script.command = commandOf(plan, in.ownProgram, submission.strategyCopy(), submission.folder);
    const auto text = toText(script);
    if (!text)
        return refuse(text.error().message, ExitCode::BadInput);
    for (const auto& [file, content] :
         {std::pair(submission.script(), *text),
          std::pair(submission.strategyCopy(), strategy::writeStrategy(plan.run.strategy))})
        if (const auto written = folder.write(file, content); !written)
            return refuse(written.error().message, ExitCode::WorkFailed);
    const auto answer
        = submitScript(plan.sbatch, submission.script(), jobEnvironment(in.environment));
    if (const auto* failure = std::get_if<SubmitFailure>(&answer)) {
        using Kind = SubmitFailure::Kind;
        if (failure->kind == Kind::Unsure)
            folder.keep(); // a job that there is finds its files
        return refuse(failure->message,
                      failure->kind == Kind::Refused ? ExitCode::BadInput : ExitCode::WorkFailed);
    }
    const auto& job = std::get<SubmittedJob>(answer);
    submission.job = job.id;
    submission.cluster = job.cluster;
    const auto saved = folder.write(Submission::file({}), toJson(submission));
    folder.keep();
    if (!saved) {
        sayToStderr(fmt::format("job {} was submitted; scancel {} ends it", job.id, job.id));
        return refuse(saved.error().message, ExitCode::WorkFailed);
    }
    putInCatalogue(plan.run.places, submission);
    const QueuedRun queued = askForQueued({submission}, in.environment, kSlurmPatience).front();
    tell(queued);
    return show(lineOf(queued));
}

ExitCode printScript(const SubmitPlan& plan, const ProgramEnvironment& in)
{
    BatchScript script = plan.script;
    std::error_code ignored;
    const auto& record = plan.request.record;
    script.command = commandOf(plan, in.ownProgram, plan.run.strategyFile,
                               record.empty() ? record : fs::absolute(record, ignored));
    const auto text = toText(script);
    return text ? show(*text) : refuse(text.error().message, ExitCode::BadInput);
}

} // namespace

ExitCode submitRun(const SubmitRequest& request, const ProgramEnvironment& in)
{
    auto planned = planSubmit(request, in.environment, in.ownProgram);
    if (const auto* refusal = std::get_if<Refusal>(&planned)) {
        for (const std::string& line : refusal->lines)
            showOnStderr(line + "\n");
        return refusal->code;
    }
    const auto plan = std::get<SubmitPlan>(std::move(planned));
    for (const std::string& remark : plan.remarks)
        sayToStderr(remark);
    if (request.print)
        return printScript(plan, in);

    Submission submission = submissionOf(plan);
    bool made = false;
    auto directory = makeRunDirectory(plan.run.places, submission.run, plan.request.record, made);
    const ExitCode code = plan.request.record.empty() ? ExitCode::WorkFailed : ExitCode::BadInput;
    if (!directory)
        return refuse(directory.error().message, code);
    submission.folder = *directory;
    if (hasSubmission(submission.folder))
        return refuse(submission.folder.string()
                          + ": is the folder of another job; name a new one with --record",
                      code);
    auto taken = RecordFolder::take(submission.folder);
    if (!taken) {
        if (made)
            rmdir(submission.folder.c_str());
        return refuse(taken.error().message, code);
    }
    Filling folder(*std::move(taken), submission.folder, made);
    return submit(plan, in, submission, folder);
}

} // namespace launch
