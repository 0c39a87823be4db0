#include "engine/strategy/custom_schedule.h"

#include "engine/plan/counted.h"
#include "engine/plan/validate/validate.h"
#include "engine/strategy/file.h"
#include "engine/strategy/torch_csv/torch_csv.h"

namespace strategy {
namespace {

// One count that the file and the strategy both state.
struct Claim {
    const char* what;
    const char* where;
    int inFile;
    const char* key;
    int inStrategy;
};

plan::Outcome agree(const plan::Schedule& schedule, const Strategy& strategy)
{
    const plan::Shape& shape = schedule.shape;
    const Claim claims[]
        = {{"rank", " (rows)", shape.ranks, "parallel.pipeline", strategy.parallel.pipeline},
           {"chunk", " per rank", shape.chunks, "parallel.chunks", strategy.parallel.chunks},
           {"microbatch", "", shape.microbatches, "batch.global / (micro x data)",
            strategy.batch.global > 0 ? microbatches(strategy) : 0}};
    for (const Claim& claim : claims)
        // 0 claims nothing: the file then says it.
        if (claim.inStrategy != 0 && claim.inStrategy != claim.inFile)
            return plan::Error{"has " + plan::counted(claim.inFile, claim.what) + claim.where
                               + ", and " + claim.key + " is " + std::to_string(claim.inStrategy)
                               + "; make them equal"};
    return plan::done();
}

} // namespace

std::string ScheduleFile::placed(const std::string& sentence) const
{
    const auto op = plan::parseOp(sentence.substr(0, sentence.find(' ')));
    const auto place = op ? placeInCsv(text, *op) : std::nullopt;
    return path + ": "
        + (place ? "row " + std::to_string(place->row) + ", column " + std::to_string(place->column)
                   + ": "
                 : "")
        + sentence;
}

plan::Result<ScheduleFile> readScheduleCsv(const std::string& path)
{
    const auto wrong
        = [&](const std::string& sentence) { return plan::Error{path + ": " + sentence}; };
    auto text = readTextFile(path, kMaxCsvBytes);
    if (!text)
        return wrong(text.error().message);
    auto schedule = parseSchedule(*text, csvFormOf(*text));
    if (!schedule)
        return wrong(schedule.error().message);
    return ScheduleFile{path, *std::move(text), *std::move(schedule)};
}

plan::Result<plan::Schedule> customSchedule(const Strategy& strategy)
{
    const std::string& path = strategy.schedule.file;
    if (path.empty())
        return plan::Error{"the schedule 'custom' needs a file; give schedule.file the path of a "
                           "CSV"};
    auto file = readScheduleCsv(path);
    if (!file)
        return file.error();
    if (const auto agreed = agree(file->schedule, strategy); !agreed)
        return plan::Error{path + ' ' + agreed.error().message};
    if (const auto sentences = plan::violations(file->schedule, 1); !sentences.empty())
        return plan::Error{file->placed(sentences.front())};
    return std::move(file->schedule);
}

} // namespace strategy
