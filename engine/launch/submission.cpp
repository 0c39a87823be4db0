#include "engine/launch/submission.h"

#include "engine/launch/private_file.h"
#include "engine/launch/run_name.h"
#include "engine/launch/slurm/job.h"
#include "engine/strategy/strict_json.h"

#include <climits>

#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

namespace launch {

namespace {

constexpr const char* kJobVersionKey = "bubblescope_job";

plan::Error damaged() { return {"is damaged: a field of it is missing or out of range"}; }

} // namespace

std::string toJson(const Submission& submission)
{
    const nlohmann::ordered_json json = {{kJobVersionKey, Submission::kVersion},
                                         {"job", submission.job},
                                         {"cluster", submission.cluster},
                                         {"run", submission.run},
                                         {"strategy", submission.strategy},
                                         {"strategy_name", submission.strategyName},
                                         {"ranks", submission.ranks},
                                         {"steps", submission.steps},
                                         {"device", submission.device},
                                         {"submitted", submission.submitted}};
    return json.dump(2, ' ', true, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

plan::Result<Submission> parseSubmission(std::string_view text)
{
    const auto json = strategy::parseStrictJson(text);
    if (!json)
        return plan::Error{"is no record of a job, or damaged: it " + json.error().message};
    const auto version = strategy::naturalIn(*json, kJobVersionKey, INT_MAX);
    if (!version)
        return plan::Error{"is no record of a job"};
    if (*version != Submission::kVersion)
        return plan::Error{"is a record of a job of another version; use the one that wrote it"};
    bool whole = true;
    const auto word = [&](const char* key) {
        const auto member = strategy::textIn(*json, key);
        whole = whole && member;
        return member.value_or("");
    };
    Submission submission;
    submission.job = word("job");
    submission.cluster = word("cluster");
    submission.run = word("run");
    submission.strategy = word("strategy");
    submission.strategyName = word("strategy_name");
    submission.device = word("device");
    submission.submitted = word("submitted");
    const auto ranks = strategy::naturalIn(*json, "ranks", INT_MAX);
    const auto steps = strategy::naturalIn(*json, "steps", INT_MAX);
    if (!whole || !ranks || !steps || !isJobId(submission.job) || !isRunName(submission.run)
        || (!submission.cluster.empty() && !isRunName(submission.cluster)))
        return damaged();
    submission.ranks = static_cast<int>(*ranks);
    submission.steps = static_cast<std::int64_t>(*steps);
    return submission;
}

plan::Outcome saveSubmission(const Submission& submission)
{
    return writeAtomically(Submission::file(submission.folder), toJson(submission));
}

plan::Result<Submission> loadSubmission(const std::filesystem::path& folder)
{
    constexpr std::size_t kLimit = std::size_t{1} << 16;
    const auto file = Submission::file(folder);
    const auto text = readWhole(file, kLimit, false);
    if (!text)
        return text.error();
    struct stat status = {};
    struct stat around = {};
    if (lstat(file.c_str(), &status) != 0 || stat(folder.c_str(), &around) != 0
        || status.st_uid != geteuid() || around.st_uid != geteuid()
        || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0 || (around.st_mode & S_IWOTH) != 0)
        return plan::Error{file.string()
                           + ": belongs to another user or can be written by one, so what it says "
                             "of a job is not acted on"};
    auto submission = parseSubmission(*text);
    if (!submission)
        return plan::Error{file.string() + " " + submission.error().message};
    submission->folder = folder;
    return submission;
}

bool hasSubmission(const std::filesystem::path& folder)
{
    std::error_code ignored;
    return std::filesystem::exists(
        std::filesystem::symlink_status(Submission::file(folder), ignored));
}

} // namespace launch
