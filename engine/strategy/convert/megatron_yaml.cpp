// Megatron-LM's --yaml-cfg: its arguments in two groups and at the top.

#include "engine/strategy/convert/family_yaml.h"
#include "engine/strategy/convert/known_formats.h"
#include "engine/strategy/convert/known_keys/megatron_keys.h"

namespace strategy {
namespace {

constexpr MegatronDialect kYamlDialect{
    .commandLine = false, .layersPerChunk = false, .overlapsTransfers = false};

constexpr KeyPlace kYamlPlaces[] = {
    {"num_layers", "language_model.num_layers"},
    {"hidden_size", "language_model.hidden_size"},
    {"num_attention_heads", "language_model.num_attention_heads"},
    {"num_query_groups", "language_model.num_query_groups"},
    {"ffn_hidden_size", "language_model.ffn_hidden_size"},
    {"kv_channels", "language_model.kv_channels"},
    {"hidden_dropout", "language_model.hidden_dropout"},
    {"attention_dropout", "language_model.attention_dropout"},
    {"add_bias_linear", "language_model.add_bias_linear"},
    {"add_qkv_bias", "language_model.add_qkv_bias"},
    {"gated_linear_unit", "language_model.gated_linear_unit"},
    {"activation_func", "language_model.activation_func"},
    {"normalization", "language_model.normalization"},
    {"qk_layernorm", "language_model.qk_layernorm"},
    {"num_moe_experts", "language_model.num_moe_experts"},
    {"moe_router_topk", "language_model.moe_router_topk"},
    {"moe_ffn_hidden_size", "language_model.moe_ffn_hidden_size"},
    {"moe_shared_expert_intermediate_size", "language_model.moe_shared_expert_intermediate_size"},
    {"moe_layer_freq", "language_model.moe_layer_freq"},
    {"recompute_granularity", "language_model.recompute_granularity"},
    {"recompute_method", "language_model.recompute_method"},
    {"recompute_num_layers", "language_model.recompute_num_layers"},
    {"fp8", "language_model.fp8"},
    {"fp8_recipe", "language_model.fp8_recipe"},
    {"cuda_graph_impl", "language_model.cuda_graph_impl"},
    {"tp_comm_overlap", "language_model.tp_comm_overlap"},
    {"tp_comm_overlap", "model_parallel.tp_comm_overlap"},
    {"tensor_model_parallel_size", "model_parallel.tensor_model_parallel_size"},
    {"pipeline_model_parallel_size", "model_parallel.pipeline_model_parallel_size"},
    {"virtual_pipeline_model_parallel_size", "model_parallel.virtual_pipeline_model_parallel_size"},
    {"context_parallel_size", "model_parallel.context_parallel_size"},
    {"expert_model_parallel_size", "model_parallel.expert_model_parallel_size"},
    {"expert_tensor_parallel_size", "model_parallel.expert_tensor_parallel_size"},
    {"sequence_parallel", "model_parallel.sequence_parallel"},
    {"microbatch_group_size_per_vp_stage", "model_parallel.microbatch_group_size_per_vp_stage"},
    {"bf16", "model_parallel.bf16"},
    {"fp16", "model_parallel.fp16"},
    {"overlap_p2p_comm", "model_parallel.overlap_p2p_comm"},
    {"gradient_accumulation_fusion", "model_parallel.gradient_accumulation_fusion"},
    // An empty path: nothing is written for these, because something else says it.
    {"share_embeddings_and_output_weights", ""},
    {"nproc_per_node", ""}, // the launcher's
    {"nnodes", ""}};
constexpr std::string_view kYamlGroups[] = {"", "language_model.", "model_parallel."};
constexpr KeyPlaces kYamlKeys{kYamlPlaces, kYamlGroups};

ImportResult importMegatronYaml(const ImportInput& input)
{
    Importing importing = importingYaml(input.text, kYamlKeys);
    importing.review(megatronKeys());
    if (importing.isSound())
        importMegatron(importing, kYamlDialect);
    return importing.finish();
}

ExportResult writeMegatronYaml(const Strategy& strategy, std::span<const KeptKey> kept)
{
    Exporting exporting = exportingYaml(strategy, kept, kYamlKeys);
    exportMegatron(exporting, kYamlDialect);
    if (strategy.model) {
        exporting.setFlag("untie_embeddings_and_output_weights", !strategy.model->tiedEmbeddings);
        if (strategy.model->gatedMlp)
            exporting.setText("activation_func", "swiglu");
    }
    return finishExport(strategy, yamlText(exporting, kept, kYamlKeys), exporting.takeRemarks(),
                        importMegatronYaml);
}

} // namespace

const Format kMegatronYaml{"megatron-yaml", "Megatron-LM's --yaml-cfg", "*.yaml",
                           importMegatronYaml, writeMegatronYaml};

} // namespace strategy
