#include "engine/strategy/pipeline_dump.h"

#include "engine/strategy/custom_schedule.h"
#include "engine/strategy/file.h"

#include <algorithm>
#include <filesystem>
#include <optional>

namespace strategy {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxConfigBytes = 64u << 10;
constexpr std::size_t kMostNotes = 50; // of keys that are not read
constexpr int kMostLooked = 10'000;    // files of a folder

std::string rankFileName(int rank) { return "pp_rank_" + std::to_string(rank) + ".json"; }

class DumpFolder {
public:
    explicit DumpFolder(std::string folder)
        : m_folder(std::move(folder))
    {
    }

    plan::Result<PipelineDump> read()
    {
        if (const auto config = readConfig(); !config)
            return config.error();
        for (int rank = 0; rank < m_dump.config.shape.ranks; ++rank)
            if (const auto added = addRank(rank); !added)
                return added.error();
        if (const auto good = noFurtherRank(m_dump.config.shape.ranks); !good)
            return good.error();
        noteRest();
        return std::move(m_dump);
    }

private:
    std::string pathOf(const std::string& name) const
    {
        return (fs::path(m_folder) / name).string();
    }

    plan::Outcome readConfig()
    {
        const std::string path = pathOf("config.json");
        const auto text = readTextFile(path, kMaxConfigBytes);
        if (!text)
            return plan::Error{path + ": " + text.error().message
                               + "; it says how many ranks and microbatches the dumps are of"};
        ReadDumpConfig read = readDumpConfig(*text);
        if (read.problem)
            return plan::Error{toText(path, *read.problem)};
        m_dump.config = read.config;
        note("config.json", read.ignored);
        return plan::done();
    }

    plan::Outcome addRank(int rank)
    {
        const plan::Shape& shape = m_dump.config.shape;
        const std::string path = pathOf(rankFileName(rank));
        const auto text = readTextFile(path, kMaxDumpBytes);
        if (!text)
            return plan::Error{path + ": " + text.error().message + "; config.json says pp_size "
                               + std::to_string(shape.ranks)};
        ReadRankDump read
            = readRankDump(*text, std::size_t(shape.chunks) * std::size_t(shape.microbatches));
        if (read.problem)
            return plan::Error{toText(path, *read.problem)};
        for (const auto& [number, ran] : read.iterations)
            if (const auto good = checkOps(ran.times); !good)
                return plan::Error{path + ": iteration " + std::to_string(number) + ' '
                                   + good.error().message};
        note(rankFileName(rank), read.ignored);
        m_ops += read.iterations.size() * 2 * std::size_t(shape.chunks)
            * std::size_t(shape.microbatches);
        // Added up over the ranks while they are read, so that a folder of huge dumps ends early.
        if (m_ops > kMaxDumpedOps)
            return plan::Error{path + ": the dumps up to here hold more than "
                               + std::to_string(kMaxDumpedOps)
                               + " ops, the most that is read; leave iterations out"};
        // The first rank says which iterations there are, and the others are held against it.
        return rank == 0 ? takeFirst(std::move(read)) : join(path, std::move(read));
    }

    // What the ops are is said of all or of none, and lies within the shape.
    plan::Outcome checkOps(const plan::RankTimes& times)
    {
        const bool isSaid = !times.forwardOps.empty();
        if (isSaid == times.backwardOps.empty() || isSaid != m_opsAreSaid.value_or(isSaid))
            return plan::Error{"names microbatches where others do not; name those of all forwards "
                               "and backwards, or of none"};
        m_opsAreSaid = isSaid;
        const plan::Shape& shape = m_dump.config.shape;
        for (const auto* ops : {&times.forwardOps, &times.backwardOps}) {
            std::vector<bool> seen(times.forwards.size());
            for (const plan::TracedOp& op : *ops) {
                const std::string named = "names microbatch " + std::to_string(op.microbatch)
                    + " of chunk " + std::to_string(op.chunk);
                if (op.chunk >= shape.chunks || op.microbatch >= shape.microbatches)
                    return plan::Error{named + ", and config.json says num_mbs "
                                       + std::to_string(shape.microbatches) + " and vp_size "
                                       + std::to_string(shape.chunks)};
                const auto at = std::size_t(op.chunk) * std::size_t(shape.microbatches)
                    + std::size_t(op.microbatch);
                if (seen[at])
                    return plan::Error{named + " twice, and it runs forward and backward once"};
                seen[at] = true;
            }
        }
        return plan::done();
    }

    plan::Outcome takeFirst(ReadRankDump&& read)
    {
        for (auto& [number, ran] : read.iterations) {
            DumpedIteration& iteration = m_dump.iterations.emplace_back();
            iteration.number = number;
            iteration.ranks.push_back(std::move(ran));
        }
        return plan::done();
    }

    plan::Outcome join(const std::string& path, ReadRankDump read)
    {
        // By number rather than by place: ranks may write their iterations in any order.
        for (DumpedIteration& iteration : m_dump.iterations) {
            const auto found = read.iterations.find(iteration.number);
            if (found == read.iterations.end())
                return plan::Error{path + ": lacks iteration " + std::to_string(iteration.number)
                                   + ", which " + rankFileName(0)
                                   + " has; every rank must have it"};
            iteration.ranks.push_back(std::move(found->second));
            read.iterations.erase(found);
        }
        if (!read.iterations.empty())
            return plan::Error{path + ": has iteration "
                               + std::to_string(read.iterations.begin()->first) + ", which "
                               + rankFileName(0) + " lacks; every rank must have it"};
        return plan::done();
    }

    // A rank too many would otherwise go unseen: only the files of the ranks that the config names
    // are read.
    plan::Outcome noFurtherRank(int rank) const
    {
        std::error_code none;
        if (fs::exists(pathOf(rankFileName(rank)), none))
            return plan::Error{pathOf(rankFileName(rank))
                               + ": is there, and config.json says pp_size " + std::to_string(rank)
                               + "; the two are of different runs"};
        return plan::done();
    }

    void note(const std::string& file, const std::vector<std::string>& ignored)
    {
        for (const std::string& key : ignored) {
            const std::string sentence = "'" + shown(key) + "' is not read";
            if (std::find(m_said.begin(), m_said.end(), sentence) != m_said.end())
                continue; // the other ranks' dumps have it too
            if (m_said.size() > kMostNotes)
                return;
            m_said.push_back(sentence);
            m_dump.notes.push_back(m_said.size() > kMostNotes
                                       ? "further keys are not read either, too many to name"
                                       : file + ": " + sentence);
        }
    }

    void noteRest()
    {
        const int planned = m_dump.config.iterations;
        const std::size_t here = m_dump.iterations.size();
        if (planned > 0 && std::size_t(planned) != here)
            m_dump.notes.push_back("config.json says train_iters " + std::to_string(planned)
                                   + ", and " + std::to_string(here) + " iterations were dumped");
    }

    const std::string m_folder;
    PipelineDump m_dump;
    std::size_t m_ops = 0;
    std::optional<bool> m_opsAreSaid; // once a rank is read
    std::vector<std::string> m_said;
};

} // namespace

bool isPipelineDump(const std::string& folder)
{
    std::error_code error;
    int looked = 0;
    for (fs::directory_iterator at(folder, error), end; !error && at != end && looked < kMostLooked;
         at.increment(error), ++looked) {
        const std::string name = at->path().filename().string();
        if (name.starts_with("pp_rank_") && name.ends_with(".json"))
            return true;
    }
    return false;
}

plan::Result<PipelineDump> readPipelineDump(const std::string& folder)
{
    return DumpFolder(folder).read();
}

Strategy strategyOfDump(const DumpConfig& config, std::string_view title, std::string name,
                        const plan::Schedule& schedule, const plan::Costs& costs)
{
    Strategy made;
    made.name = shown(title) + ", as measured";
    made.parallel.pipeline = config.shape.ranks;
    // 0 leaves it to the schedule, which a schedule of one chunk expects.
    made.parallel.chunks = config.shape.chunks == 1 ? 0 : config.shape.chunks;
    made.parallel.tensor = config.tensor;
    made.parallel.context = config.context;
    made.parallel.data = config.data;
    made.batch.global = config.shape.microbatches * config.data;
    made.costs = costs;
    if (name == kCustomSchedule)
        return withOrder(std::move(made), schedule);
    made.schedule.name = std::move(name);
    return made;
}

} // namespace strategy
