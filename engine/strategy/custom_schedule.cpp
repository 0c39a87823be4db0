#include "engine/strategy/custom_schedule.h"

#include "engine/plan/counted.h"
#include "engine/plan/schedule_text.h"
#include "engine/plan/validate/validate.h"
#include "engine/strategy/fields.h"
#include "engine/strategy/file.h"
#include "engine/strategy/saturating_product.h"
#include "engine/strategy/schedule_fit.h"
#include "engine/strategy/torch_csv/torch_csv.h"

#include <algorithm>

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

// The first sentence against it; empty: it can run.
std::string firstAgainst(const plan::Schedule& schedule, const ScheduleChoice& choice)
{
    plan::ValidateOptions options{.limit = 1};
    if (choice.options.maxInFlight)
        options.maxInFlight = {*choice.options.maxInFlight};
    const auto sentences = plan::validate(schedule, options).sentences();
    return sentences.empty() ? std::string() : sentences.front();
}

plan::Result<plan::Schedule> scheduleInside(const Strategy& strategy)
{
    std::string text;
    text.reserve(strategy.schedule.order.bytes() + strategy.schedule.order.rows().size());
    for (const std::string& row : strategy.schedule.order.rows()) {
        text += row;
        text += '\n';
    }
    std::replace(text.begin(), text.end(), ' ', ',');
    auto schedule = parseSchedule(text);
    if (!schedule)
        return schedule.error();
    if (const auto agreed = agree(*schedule, strategy); !agreed)
        return agreed.error();
    if (auto sentence = firstAgainst(*schedule, strategy.schedule); !sentence.empty())
        return plan::Error{std::move(sentence)};
    return schedule;
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
    if (!strategy.schedule.order.empty())
        return scheduleInside(strategy);
    const std::string& path = strategy.schedule.file;
    if (path.empty())
        return plan::Error{"the schedule 'custom' needs a file; give schedule.file the path of a "
                           "CSV"};
    auto file = readScheduleCsv(path);
    if (!file)
        return file.error();
    if (const auto agreed = agree(file->schedule, strategy); !agreed)
        return plan::Error{path + ' ' + agreed.error().message};
    if (const auto sentence = firstAgainst(file->schedule, strategy.schedule); !sentence.empty())
        return plan::Error{file->placed(sentence)};
    return std::move(file->schedule);
}

OrderRows orderRows(const plan::Schedule& schedule)
{
    std::vector<std::string> rows(schedule.order.size());
    for (std::size_t rank = 0; rank < rows.size(); ++rank) {
        plan::appendRow(rows[rank], schedule, rank);
        std::replace(rows[rank].begin(), rows[rank].end(), ',', ' ');
    }
    return OrderRows(std::move(rows));
}

Strategy withOrder(Strategy strategy, const plan::Schedule& schedule)
{
    return withOrder(std::move(strategy), schedule.shape, orderRows(schedule));
}

Strategy withOrder(Strategy strategy, const plan::Shape& shape, OrderRows rows)
{
    ScheduleChoice choice;
    choice.name = kCustomSchedule;
    if (takesMaxInFlight(strategy.schedule.name))
        choice.options.maxInFlight = strategy.schedule.options.maxInFlight;
    choice.order = std::move(rows);
    strategy.schedule = std::move(choice);
    strategy.parallel.chunks = shape.chunks;
    const long long samples = saturatingProduct(
        {shape.microbatches, std::max(0, strategy.batch.micro), dataParallel(strategy)});
    strategy.batch.global = static_cast<int>(std::min(samples, kMaxSamples + 1LL));
    return strategy;
}

} // namespace strategy
