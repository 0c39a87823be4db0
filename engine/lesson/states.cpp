#include "engine/lesson/states.h"

#include "engine/strategy/estimate/cost_basis.h"
#include "engine/strategy/yaml.h"

#include <filesystem>

namespace lesson {
namespace {

using strategy::Problem;

// Fields of a strategy that name files.
constexpr std::array<std::string_view, 2> kFiles{"schedule.file", "training.data"};

bool liesWithin(const std::string& file, const std::string& folder)
{
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path inside = fs::weakly_canonical(fs::path(folder) / file, error);
    if (error)
        return false;
    const fs::path around = fs::weakly_canonical(folder, error);
    const fs::path relative = inside.lexically_relative(around);
    return !error && !relative.empty() && *relative.begin() != "..";
}

} // namespace

PlannedState planState(const StrategyTree& tree, bool perStage, const std::string& folder)
{
    PlannedState state;
    const auto line = [&tree](const std::string& key) { return tree.lineOf(key); };
    for (const std::string_view key : kFiles) {
        const std::string file = tree.wordAt(key);
        if (!file.empty() && (folder.empty() || !liesWithin(file, folder)))
            state.problems.push_back({line(std::string(key)), std::string(key),
                                      "names a file outside of the lesson's folder"});
    }
    if (!state.problems.empty())
        return state;
    strategy::ReadResult read = strategy::readStrategy(tree.text(), folder);
    for (std::vector<Problem>* found : {&read.problems, &read.warnings})
        for (Problem& problem : *found)
            problem.line = line(problem.key);
    state.problems = std::move(read.problems);
    state.warnings = std::move(read.warnings);
    if (!read.strategy)
        return state;
    const auto basis = perStage ? plan::CostBasis::Stage : plan::CostBasis::Rank;
    if (const auto taken = strategy::takeCostsOf(*read.strategy, basis); !taken) {
        state.problems.push_back({line("costs"), "costs", taken.error().message});
        return state;
    }
    auto planned = Planned::make(*std::move(read.strategy));
    if (planned)
        state.planned = *std::move(planned);
    else
        state.problems.push_back({line("schedule"), "schedule", planned.error().message});
    return state;
}

PlannedState planState(const State& state, const std::map<std::string, std::string>& fields,
                       const std::string& folder)
{
    StrategyTree tree = state.tree;
    for (const auto& [key, word] : fields)
        if (const auto put = tree.put(key, word, state.line); !put)
            return {nullptr, {{state.line, key, put.error().message}}, {}};
    return planState(tree, state.perStage, folder);
}

Ask askOf(const PlannedStates& states, PlannedPtr current, const MeasuredRun* run)
{
    return [&states, current = std::move(current),
            run](const Measure& measure) -> plan::Result<Quantity> {
        if (measure.id == MeasureId::Measured)
            return run ? valueOf(measure, *run)
                       : plan::Result<Quantity>(plan::Error{"is known once the run was watched"});
        const Planned* planned = current.get();
        if (!measure.state.empty()) {
            const auto found = states.find(measure.state);
            planned = found == states.end() ? nullptr : found->second.planned.get();
        }
        // A state that is meant to be refused can be asked one thing.
        if (measure.id == MeasureId::Sound)
            return truth(planned != nullptr);
        if (!planned)
            return plan::Error{"is of a state that cannot be planned"};
        return valueOf(measure, *planned);
    };
}

} // namespace lesson
