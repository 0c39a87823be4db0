// Devices, batch, shape and schedule: what the run itself must satisfy.

#include "engine/plan/schedules/entries.h"
#include "engine/strategy/checking.h"
#include "engine/strategy/custom_schedule.h"
#include "engine/strategy/schedule_fit.h"

#include <filesystem>

namespace strategy {
namespace {

// Shapes up to here are generated to learn whether they deadlock: about a millisecond.
constexpr long long kGeneratedCells = 1LL << 17;

// Of a custom schedule's file that is read while checking, at every keystroke: some ten
// milliseconds; larger ones are read when the schedule is asked for.
constexpr std::size_t kCheckedCsvBytes = 1u << 20;

// Whether the fields that say how many replicas there are mean something.
bool replicasAreSound(const Checking& checking)
{
    return checking.areSound({"parallel.tensor", "parallel.pipeline", "parallel.context",
                              "parallel.data", "cluster.devices"});
}

std::string product(const Parallel& parallel)
{
    return "tensor " + number(parallel.tensor) + " x pipeline " + number(parallel.pipeline)
        + " x context " + number(parallel.context);
}

// The sentence for a name that cannot be made; empty if it can.
std::string unknownSchedule(const std::string& name)
{
    if (plan::findSchedule(name) != nullptr)
        return {};
    std::vector<std::string_view> available;
    for (const plan::CatalogEntry* entry : plan::catalog())
        available.push_back(entry->name);
    available.push_back(kCustomSchedule);
    return "names no schedule known here: '" + shown(name) + "'; did you mean '"
        + std::string(plan::nearestScheduleName(name)) + "'? available: " + listed(available);
}

// The field to change where a shape is over the limits: its largest factor.
const char* largestFactor(const plan::Shape& shape)
{
    if (shape.microbatches >= shape.ranks && shape.microbatches >= shape.chunks)
        return "batch.global";
    return shape.ranks >= shape.chunks ? "parallel.pipeline" : "parallel.chunks";
}

void checkConditions(Checking& checking, const plan::Shape& shape)
{
    const ScheduleChoice& schedule = checking.strategy.schedule;
    if (const auto fits = plan::checkShape(shape); !fits)
        return checking.problem(largestFactor(shape), fits.error().message);

    // Without chunks and options, then with each: the first that fails is the field to mark.
    const plan::Shape itsOwn
        = plan::shapeOf(schedule.name, shape.ranks, std::nullopt, shape.microbatches);
    if (const auto fits = plan::checkConditions(schedule.name, itsOwn, {}); !fits)
        return checking.problem("schedule.name", fits.error().message);
    if (const auto fits = plan::checkConditions(schedule.name, shape, {}); !fits)
        return checking.problem("parallel.chunks", fits.error().message);
    const plan::ScheduleOptions group{.group = schedule.options.group};
    if (const auto fits = plan::checkConditions(schedule.name, shape, group); !fits)
        return checking.problem("schedule.group", fits.error().message);
    if (const auto fits = plan::checkConditions(schedule.name, shape, schedule.options); !fits)
        return checking.problem("schedule.max_in_flight", fits.error().message);

    const long long cells = static_cast<long long>(shape.stages()) * shape.microbatches;
    // What is searched for takes its time, and is found wherever its conditions hold.
    if (cells > kGeneratedCells || plan::isMadeForCosts(schedule.name))
        return;
    if (const auto made = plan::makeSchedule(schedule.name, shape, schedule.options); !made)
        checking.problem(schedule.options.group ? "schedule.group" : "schedule.name",
                         made.error().message);
}

void warnAboutSchedule(Checking& checking, const plan::Shape& shape)
{
    const ScheduleChoice& schedule = checking.strategy.schedule;
    if (shape.microbatches < shape.ranks)
        checking.warning("batch.global",
                         "gives " + number(shape.microbatches) + " microbatches to "
                             + number(shape.ranks)
                             + " pipeline ranks: the pipeline never fills; raise batch.global or "
                               "lower batch.micro");
    if (schedule.name == plan::kInterleaved.name && shape.chunks == 1)
        checking.warning("parallel.chunks",
                         "is 1, and 'interleaved' with one chunk is '1f1b'; give 2 or more to "
                         "shrink the bubble");
    if (schedule.options.maxInFlight && !takesMaxInFlight(schedule.name))
        checking.warning("schedule.max_in_flight", "has no effect on '" + schedule.name + '\'');
    if (!schedule.file.empty() && schedule.name != kCustomSchedule)
        checking.warning("schedule.file", "is only read by the schedule 'custom'");
    if (!schedule.order.empty() && schedule.name != kCustomSchedule)
        checking.warning("schedule.order", "is only read by the schedule 'custom'");
}

// Its size; what it says is for customSchedule() to judge.
void checkOrderSize(Checking& checking)
{
    const OrderRows& order = checking.strategy.schedule.order;
    if (order.bytes() > kMaxOrderBytes)
        checking.problem("schedule.order",
                         "is over " + number(kMaxOrderBytes >> 20)
                             + " MiB; put it into a CSV and name that as schedule.file");
    else if (!order.empty() && !checking.strategy.schedule.file.empty())
        checking.problem("schedule.file",
                         "stands beside schedule.order, which is an order already; leave out one "
                         "of the two");
}

void checkCustom(Checking& checking)
{
    const Strategy& strategy = checking.strategy;
    checkOrderSize(checking);
    if (!replicasAreSound(checking)
        || !checking.areSound({"parallel.chunks", "batch.micro", "batch.global", "schedule.file",
                               "schedule.order", "schedule.max_in_flight"}))
        return;
    const char* key = strategy.schedule.order.empty() ? "schedule.file" : "schedule.order";
    std::error_code unknown;
    const auto size = std::filesystem::file_size(strategy.schedule.file, unknown);
    if (!unknown && size > kCheckedCsvBytes && size <= kMaxCsvBytes)
        return;
    const auto schedule = customSchedule(strategy);
    if (!schedule)
        return checking.problem(key, schedule.error().message);
    checking.customShape = schedule->shape;
    warnAboutSchedule(checking, schedule->shape);
}

} // namespace

void checkDevices(Checking& checking)
{
    const Strategy& strategy = checking.strategy;
    const Parallel& parallel = strategy.parallel;
    if (!replicasAreSound(checking))
        return;
    const long long replica
        = static_cast<long long>(parallel.tensor) * parallel.pipeline * parallel.context;
    const long long devices = strategy.cluster.devices;
    if (devices == 0)
        return;
    if (replica > devices)
        return checking.problem("cluster.devices",
                                "is " + number(devices) + ", and one pipeline takes "
                                    + product(parallel) + " = " + number(replica)
                                    + "; add devices or lower one of these");
    if (parallel.data == 0 && devices % replica != 0)
        return checking.problem("cluster.devices",
                                "is " + number(devices) + ", which is not divisible by "
                                    + product(parallel) + " = " + number(replica));
    if (parallel.data > 0 && replica * parallel.data != devices)
        checking.problem("cluster.devices",
                         "is " + number(devices) + ", and " + product(parallel) + " x data "
                             + number(parallel.data) + " = " + number(replica * parallel.data)
                             + "; make them equal, or leave out parallel.data");
}

void checkBatch(Checking& checking)
{
    const Strategy& strategy = checking.strategy;
    if (!replicasAreSound(checking) || !checking.areSound({"batch.micro", "batch.global"}))
        return;
    const long long each = static_cast<long long>(strategy.batch.micro) * dataParallel(strategy);
    if (strategy.batch.global % each != 0)
        checking.problem("batch.global",
                         "is " + number(strategy.batch.global)
                             + ", which is not divisible by micro " + number(strategy.batch.micro)
                             + " x data " + number(dataParallel(strategy)) + " = " + number(each));
}

void checkSchedule(Checking& checking)
{
    const Strategy& strategy = checking.strategy;
    if (!checking.areSound({"schedule.name"}))
        return;
    if (strategy.schedule.name == kCustomSchedule)
        return checkCustom(checking);
    if (auto sentence = unknownSchedule(strategy.schedule.name); !sentence.empty())
        return checking.problem("schedule.name", std::move(sentence));
    if (!replicasAreSound(checking)
        || !checking.areSound({"parallel.chunks", "batch.micro", "batch.global", "schedule.group"}))
        return;
    const plan::Shape shape = shapeOf(strategy);
    checkConditions(checking, shape);
    warnAboutSchedule(checking, shape);
}

} // namespace strategy
