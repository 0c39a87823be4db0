#include "engine/strategy/estimate/published_runs.h"

#include "engine/plan/schedules/entries.h"
#include "engine/strategy/check.h"
#include "engine/strategy/estimate/run_conventions.h"
#include "engine/strategy/estimate/run_row.h"
#include "engine/strategy/fields.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace strategy {
namespace {

constexpr std::size_t kMaxBytes = 16u << 20;
constexpr std::size_t kMaxRows = 20'000;

class RowReader {
public:
    RowReader(const RunRow& row, PublishedRun& run)
        : m_row(row)
        , m_run(run)
        , m_strategy(run.strategy)
    {
    }

    void read()
    {
        m_run.uid = m_row.text("uid");
        m_run.family = m_row.text("family");
        m_run.model = m_row.text("model");
        m_strategy.name = m_run.uid;
        readMeasured();
        readModel();
        readParallel();
        if (!m_run.whyNot.empty())
            return; // nothing below divides by a size of none
        readBatch();
        readRest();
        if (!m_run.whyNot.empty())
            return;
        applyConventions(m_row, m_strategy, m_run.assumptions);
        const Findings findings = check(m_strategy);
        if (!findings.problems.empty())
            refuse(findings.problems.front().key + ": " + findings.problems.front().sentence);
    }

private:
    // The first reason is kept: what follows from it would only be noise.
    void refuse(std::string sentence)
    {
        if (m_run.whyNot.empty())
            m_run.whyNot = std::move(sentence);
    }
    void assume(std::string sentence) { m_run.assumptions.push_back(std::move(sentence)); }

    void readMeasured()
    {
        // A step of a microsecond, or of four months, is a slip of the pen.
        constexpr double kShortest = 1e-6;
        constexpr double kLongest = 1e7;
        if (const auto seconds = m_row.number("step_time_s"); seconds && *seconds > 0) {
            m_run.stepSeconds = *seconds;
            if (*seconds < kShortest || *seconds > kLongest)
                refuse("step_time_s is no time of a step, which is from 1e-6 to 1e7 seconds");
        }
        const std::string& unit = m_row.text("mem_unit");
        // Without one of these units it is GB, 10^9 bytes.
        const double bytes = unit == "GiB" ? 1073741824.0 : unit == "MiB" ? 1048576.0 : 1e9;
        if (const auto peak = m_row.number("peak_mem"); peak && *peak > 0)
            m_run.peakBytes = *peak * bytes;
        if (m_row.has("mem_kind", "nvidia-smi") || m_run.family.starts_with("Sailor"))
            m_run.memoryMeasure = MemoryMeasure::Process;
        else if (m_row.has("mem_kind", "reserved"))
            m_run.memoryMeasure = MemoryMeasure::Reserved;
    }

    // Gated models are those after Llama: rotary positions, RMS norms, no biases.
    void readModel()
    {
        m_strategy.model = modelByName(m_run.family, m_run.model).value_or(Model{});
        Model& model = *m_strategy.model;
        const auto take
            = [&](const char* column, int& field) { field = m_row.integer(column, field); };
        take("layers", model.layers);
        take("hidden", model.hidden);
        take("kv_heads", model.kvHeads);
        take("ffn", model.ffnHidden);
        take("seq", model.sequence);
        if (const auto heads = m_row.number("heads"))
            model.heads = static_cast<int>(*heads);
        else if (m_row.number("hidden"))
            assumeHeads(model);
        if (const auto vocab = m_row.number("vocab"))
            model.vocab = static_cast<int>(*vocab);
        else
            assume("no vocabulary is given: " + std::to_string(model.vocab));
        const bool llama = m_run.family.starts_with("MindSpeed") && m_row.text("gated_mlp").empty()
            && !m_row.has("model", "GPT");
        model.gatedMlp = m_row.integer("gated_mlp", model.gatedMlp || llama ? 1 : 0) != 0;
        model.tiedEmbeddings = m_row.integer("tied_emb", model.gatedMlp ? 0 : 1) != 0;
        if (model.gatedMlp) {
            model.norm = Norm::RmsNorm;
            model.positions = Positions::Rotary;
            model.biases = false;
        }
        readExperts(model);
    }

    void readExperts(Model& model)
    {
        model.experts = m_row.integer("experts", model.experts);
        model.expertsPerToken = m_row.integer("topk", model.expertsPerToken);
        if (model.experts > 0 && model.expertsPerToken == 0)
            refuse("experts without a number per token");
    }

    void assumeHeads(Model& model)
    {
        constexpr int kCommon = 64;
        model.heads = model.hidden % kCommon == 0 ? kCommon : 1;
        assume("no heads are given: " + std::to_string(model.heads));
    }

    void readParallel()
    {
        Parallel& parallel = m_strategy.parallel;
        parallel.tensor = m_row.integer("TP", 1);
        parallel.pipeline = m_row.integer("PP", 1);
        parallel.context = m_row.integer("CP", 1);
        parallel.expert = m_row.integer("EP", 1);
        parallel.data = m_row.integer("DP", 1);
        parallel.zero = std::clamp(m_row.integer("ZeRO", 0), 0, 3);
        parallel.sequence = m_row.integer("SP", 0) != 0;
        for (const auto& [column, size] : {std::pair{"TP", parallel.tensor},
                                           {"PP", parallel.pipeline},
                                           {"CP", parallel.context},
                                           {"EP", parallel.expert},
                                           {"DP", parallel.data}})
            if (size < 1 || size > kMaxGroup)
                return refuse(std::string(column) + " is " + std::to_string(size)
                              + ", and a size of a group is from 1 to "
                              + std::to_string(kMaxGroup));
        // An expert is taken as whole on its device; no column says otherwise.
        if (parallel.expert > 1)
            parallel.expertTensor = 1;
        const long long rest = 1LL * parallel.tensor * parallel.pipeline * parallel.context;
        const int devices = m_row.integer("n_gpus", 0);
        if (devices > 0 && rest > 0 && devices % rest == 0 && devices / rest != parallel.data) {
            assume("DP " + std::to_string(parallel.data) + " does not come to "
                   + std::to_string(devices) + " devices: " + std::to_string(devices / rest));
            // The number of devices is trusted before the degree.
            parallel.data = static_cast<int>(devices / rest);
            m_dataChanged = true;
        }
    }

    void readBatch()
    {
        Batch& batch = m_strategy.batch;
        const int data = std::max(1, m_strategy.parallel.data);
        batch.micro = std::max(1, m_row.integer("MBS", 1));
        if (!m_row.number("MBS"))
            assume("no micro-batch is given: 1");
        int count = m_row.integer("num_microbatches", 0);
        if (count <= 0 || m_dataChanged)
            count = std::max(1, m_row.integer("GBS", 1) / (batch.micro * data));
        batch.global
            = static_cast<int>(std::min<long long>(1LL * count * batch.micro * data, kMaxSamples));
    }

    void readSchedule()
    {
        const std::string& words = m_row.text("schedule");
        ScheduleChoice& schedule = m_strategy.schedule;
        Parallel& parallel = m_strategy.parallel;
        if (parallel.pipeline == 1)
            return;
        const auto says
            = [&words](const char* word) { return words.find(word) != std::string::npos; };
        // Left out with a reason rather than estimated as something else.
        if (says("vocab-") || says("interlaced"))
            return refuse("the vocabulary's matrices are divided over the pipeline ranks, which no "
                          "schedule here does");
        if (says("redis"))
            return refuse("its layers are divided by measured times that the row does not have");
        if (says("ZB-1p"))
            schedule.name = plan::kZbH1.name;
        else if (says("ZB-2p"))
            schedule.name = plan::kZbH2.name;
        else if (says("nterleaved") || words == "1F1B-I")
            readChunks();
    }

    void readChunks()
    {
        Parallel& parallel = m_strategy.parallel;
        int chunks = m_row.integer("VPP", 0);
        if (chunks == 0) // "max (1 layer/chunk): 3"
            if (const auto colon = m_row.text("VPP").rfind(':'); colon != std::string::npos)
                chunks = std::atoi(m_row.text("VPP").c_str() + colon + 1);
        if (chunks <= 1)
            return;
        if (chunks > kMaxGroup)
            return refuse("VPP is " + std::to_string(chunks) + ", and a rank has fewer chunks");
        m_strategy.schedule.name = plan::kInterleaved.name;
        parallel.chunks = chunks;
    }

    void readRest()
    {
        readSchedule();
        const std::string& again = m_row.text("recompute");
        m_strategy.recompute.granularity = again.starts_with("full") ? Recomputing::Full
            : again.find("selective") != std::string::npos           ? Recomputing::Selective
                                                                     : Recomputing::None;
        if (again.empty() || again.starts_with("?"))
            assume("recomputation is not given: " + wordOf(m_strategy.recompute.granularity));
        m_strategy.precision.compute = m_row.has("dtype", "fp8") || m_row.has("dtype", "FP8")
            ? Compute::Fp8
            : m_row.has("dtype", "fp32")    ? Compute::Fp32
            : m_row.text("dtype") == "fp16" ? Compute::Fp16
                                            : Compute::Bf16;
        m_strategy.cluster.device = deviceOf(m_row);
        if (m_strategy.cluster.device.empty())
            refuse("no device known here is called '" + shown(m_row.text("gpu")) + '\'');
        m_strategy.cluster.devicesPerNode = std::max(1, m_row.integer("gpus_per_node", 8));
    }

    const RunRow& m_row;
    PublishedRun& m_run;
    Strategy& m_strategy;
    bool m_dataChanged = false;
};

plan::Outcome checkColumns(const std::vector<std::string>& columns)
{
    if (columns.size() > kMaxColumns)
        return plan::Error{"line 1: has more than " + std::to_string(kMaxColumns)
                           + " cells; a table of runs has fewer columns"};
    for (const char* needed : {"uid", "family", "gpu", "layers", "hidden", "TP", "PP", "GBS"})
        if (std::find(columns.begin(), columns.end(), needed) == columns.end())
            return plan::Error{std::string("line 1: there is no column '") + needed
                               + "'; a table of runs begins with the names of its columns"};
    return plan::done();
}

} // namespace

plan::Result<std::vector<PublishedRun>> readPublishedRuns(std::string_view csv)
{
    if (csv.size() > kMaxBytes)
        return plan::Error{"has more than 16 MiB; a table of runs is smaller"};
    std::vector<PublishedRun> runs;
    std::vector<std::string> columns;
    int line = 0;
    while (!csv.empty()) {
        const std::size_t end = std::min(csv.find('\n'), csv.size());
        auto cells = cellsOf(csv.substr(0, end));
        csv.remove_prefix(std::min(end + 1, csv.size()));
        ++line;
        if (line == 1) {
            columns = std::move(cells);
            if (auto complete = checkColumns(columns); !complete)
                return complete.error();
            continue;
        }
        // An empty line, as editors leave at the end.
        if (cells.size() == 1 && cells.front().empty())
            continue;
        if (cells.size() != columns.size())
            return plan::Error{"line " + std::to_string(line) + ": has "
                               + std::to_string(cells.size()) + " cells, and there are "
                               + std::to_string(columns.size()) + " columns"};
        if (runs.size() == kMaxRows)
            return plan::Error{"has more than " + std::to_string(kMaxRows) + " runs"};
        const RunRow row(columns, std::move(cells));
        RowReader(row, runs.emplace_back()).read();
        runs.back().line = line;
    }
    if (runs.empty())
        return plan::Error{
            "has no run: a line with the names of the columns, then one line per run"};
    return runs;
}

} // namespace strategy
