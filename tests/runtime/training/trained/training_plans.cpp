#include "tests/runtime/training/trained/training_plans.h"

#include <algorithm>

namespace training {

void onOneRank(strategy::Strategy& s)
{
    const strategy::Strategy plain = tinyStrategy();
    s.parallel = plain.parallel;
    s.recompute = plain.recompute;
    s.schedule = plain.schedule;
    s.batch.micro = s.batch.global;
}

void pipe(strategy::Strategy& s, int ranks, const char* schedule, int chunks)
{
    s.parallel.pipeline = ranks;
    s.parallel.chunks = chunks;
    s.schedule.name = schedule;
}

namespace {

using S = strategy::Strategy;

void llama(S& s)
{
    s.model->norm = strategy::Norm::RmsNorm;
    s.model->positions = strategy::Positions::Rotary;
    s.model->gatedMlp = true;
    s.model->biases = false;
    s.model->tiedEmbeddings = false;
    s.model->kvHeads = 2;
    s.model->ffnHidden = 48;
}

void experts(S& s)
{
    llama(s);
    s.model->experts = 4;
    s.model->expertsPerToken = 2;
    s.model->expertFfnHidden = 24;
    s.model->sharedExperts = 1;
    s.model->denseLayers = 1;
}

const Plan kPlans[] = {
    {"accumulation", [](S& s) { s.batch.micro = 2; }},
    {"data2", [](S& s) { s.parallel.data = 2; }},
    {"tensor2", [](S& s) { s.parallel.tensor = 2; }},
    {"tensor2_sequence", [](S& s) { s.parallel.tensor = 2, s.parallel.sequence = true; }},
    {"context2", [](S& s) { s.parallel.context = 2; }},
    {"context4", [](S& s) { s.parallel.context = 4; }},
    {"pipeline2", [](S& s) { pipe(s, 2, "1f1b"); }},
    {"llama_tensor4", [](S& s) { s.parallel.tensor = 4; }, llama},
    {"llama_tensor2_sequence", [](S& s) { s.parallel.tensor = 2, s.parallel.sequence = true; },
     llama},
    {"llama_context2_pipeline2", [](S& s) { s.parallel.context = 2, pipe(s, 2, "zb-h1"); }, llama},
    {"experts_whole", [](S& s) { s.batch.micro = 2; }, experts},
    {"experts2", [](S& s) { s.parallel.data = 2, s.parallel.expert = 2; }, experts},
    {"experts2_of_data4", [](S& s) { s.parallel.data = 4, s.parallel.expert = 2; }, experts},
    {"experts2_tensor2",
     [](S& s) { s.parallel.data = 2, s.parallel.expert = 2, s.parallel.tensor = 2; }, experts},
    {"experts2_tensor2_sequence",
     [](S& s) {
         s.parallel.data = 2, s.parallel.expert = 2, s.parallel.tensor = 2,
         s.parallel.sequence = true;
     },
     experts},
    {"experts2_context2", [](S& s) { s.parallel.context = 2, s.parallel.expert = 2; }, experts},
    {"zero1", [](S& s) { s.parallel.data = 2, s.parallel.zero = 1; }},
    {"zero2", [](S& s) { s.parallel.data = 2, s.parallel.zero = 2; }},
    {"zero3", [](S& s) { s.parallel.data = 4, s.parallel.zero = 3; }},
    {"zero3_tensor2_sequence",
     [](S& s) {
         s.parallel.data = 2, s.parallel.zero = 3, s.parallel.tensor = 2,
         s.parallel.sequence = true;
     },
     llama},
    {"zero1_pipeline2_tensor2",
     [](S& s) {
         s.parallel.data = 2, s.parallel.zero = 1, s.parallel.tensor = 2, pipe(s, 2, "1f1b");
     }},
    {"zero2_experts2_pipeline2",
     [](S& s) {
         s.parallel.data = 2, s.parallel.expert = 2, s.parallel.zero = 2, pipe(s, 2, "1f1b");
     },
     experts},
    {"selective", [](S& s) { s.recompute.granularity = strategy::Recomputing::Selective; }, llama},
    {"full", [](S& s) { s.recompute.granularity = strategy::Recomputing::Full; }},
    {"full_uniform2",
     [](S& s) { s.recompute.granularity = strategy::Recomputing::Full, s.recompute.layers = 2; }},
    {"full_block1",
     [](S& s) {
         s.recompute = {strategy::Recomputing::Full, strategy::RecomputeMethod::Block, 1},
         pipe(s, 2, "zb-h1");
     }},
    {"full_experts_tensor2",
     [](S& s) { s.recompute.granularity = strategy::Recomputing::Full, s.parallel.tensor = 2; },
     experts},
    {"selective_experts_context2",
     [](S& s) {
         s.recompute.granularity = strategy::Recomputing::Selective, s.parallel.context = 2;
     },
     experts},
    {"uneven",
     [](S& s) {
         pipe(s, 2, "1f1b"), s.parallel.layersPerStage = {1, 3};
     }},
    {"tensor2_context2_data2",
     [](S& s) {
         s.parallel.tensor = 2, s.parallel.context = 2, s.parallel.data = 2,
         s.parallel.sequence = true;
     }},
    {"tensor2_pipeline2_data2",
     [](S& s) { s.parallel.tensor = 2, pipe(s, 2, "interleaved", 2), s.parallel.data = 2; }},
    {"tensor2_context2_pipeline2",
     [](S& s) { s.parallel.tensor = 2, s.parallel.context = 2, pipe(s, 2, "zbv"); }, llama},
    {"everything",
     [](S& s) {
         s.parallel.tensor = 2, s.parallel.context = 2, s.parallel.sequence = true,
         s.parallel.expert = 2;
         s.parallel.zero = 2, s.recompute.granularity = strategy::Recomputing::Selective;
         pipe(s, 2, "dualpipe");
     },
     experts},
};

} // namespace

std::span<const Plan> trainingPlans() { return kPlans; }

const Plan& planOf(std::string_view name) { return *std::ranges::find(kPlans, name, &Plan::name); }

strategy::Strategy underPlan(const Plan& plan)
{
    strategy::Strategy strategy = tinyStrategy();
    if (plan.model)
        plan.model(strategy);
    plan.set(strategy);
    return strategy;
}

} // namespace training
