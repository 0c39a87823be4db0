#include "engine/strategy/reading.h"

#include <algorithm>
#include <array>

namespace strategy {
namespace {

using Nanoseconds = plan::Nanoseconds;

struct Part {
    std::string_view key;
    Nanoseconds plan::StageCosts::*member;
};

constexpr std::array kParts{Part{"forward", &plan::StageCosts::forward},
                            Part{"input_grad", &plan::StageCosts::inputGrad},
                            Part{"weight_grad", &plan::StageCosts::weightGrad}};

// The numbers of one part: one, or one a stage. Nothing if any is wrong.
std::optional<std::vector<Nanoseconds>> numbersOf(Section& section, std::string_view key,
                                                  const Section::Value& value)
{
    Reading& reading = section.reading();
    std::vector<Nanoseconds> numbers;
    const auto add = [&](const Node& node, int line) {
        const auto time = microsecondsOf(node);
        if (!time) {
            reading.problem(line, section.pathOf(key), time.error().message);
            return false;
        }
        numbers.push_back(*time);
        return true;
    };

    if (value.node->kind != Node::Kind::List)
        return add(*value.node, value.line) ? std::optional(numbers) : std::nullopt;
    for (const int child : value.node->children)
        if (!add(reading.at(child), reading.at(child).line))
            return std::nullopt;
    return numbers;
}

bool lengthFits(Section& section, std::string_view key, const Section::Value& value,
                std::size_t length, long long stages)
{
    const bool list = value.node->kind == Node::Kind::List;
    if (!list || stages == 0 || static_cast<long long>(length) == stages)
        return true;
    section.reading().problem(
        value.line, section.pathOf(key),
        "has " + std::to_string(length) + " numbers for " + std::to_string(stages)
            + " stages (parallel.pipeline x parallel.chunks); give one number "
              "a stage, or a single one for all");
    return false;
}

} // namespace

void readCosts(Section& section, std::optional<plan::Costs>& costs, long long stages)
{
    std::array<std::vector<Nanoseconds>, kParts.size()> numbers;
    std::size_t length = 1;
    std::string missing;
    bool good = true;
    for (std::size_t i = 0; i < kParts.size(); ++i) {
        numbers[i] = {plan::Costs::unit().stages.front().*kParts[i].member};
        const auto value = section.find(kParts[i].key);
        if (!value) {
            missing.append(missing.empty() ? "" : ", ").append(kParts[i].key);
            continue;
        }
        const auto read = numbersOf(section, kParts[i].key, *value);
        if (!read || !lengthFits(section, kParts[i].key, *value, read->size(), stages)) {
            good = false;
            continue;
        }
        numbers[i] = *read;
        length = std::max(length, read->size());
    }

    plan::Costs read;
    if (const auto transfer = section.find("transfer")) {
        const auto time = microsecondsOf(*transfer->node);
        if (time)
            read.transfer = *time;
        else
            section.reading().problem(transfer->line, section.pathOf("transfer"),
                                      time.error().message);
    }
    if (!good)
        return;
    read.stages.resize(length);
    for (std::size_t i = 0; i < kParts.size(); ++i)
        for (std::size_t stage = 0; stage < length; ++stage)
            read.stages[stage].*kParts[i].member = numbers[i].size() == 1
                ? numbers[i][0]
                : numbers[i][std::min(stage, numbers[i].size() - 1)];
    costs = std::move(read);
    if (!missing.empty())
        section.reading().warning(section.reading().result.lineOf("costs"), "costs",
                                  "does not give " + missing + ", so that part takes 1 us");
}

} // namespace strategy
