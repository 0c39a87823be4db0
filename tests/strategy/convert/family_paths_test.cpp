// One thing that a file of Megatron's family says in two places, or as a mapping.

#include "tests/strategy/convert/fixture.h"

namespace strategy {
namespace {

ImportResult nemo(const std::string& model)
{
    return findFormat("nemo-yaml")
        ->import({"trainer: {devices: 8, num_nodes: 1}\n"
                  "model: {num_layers: 4, hidden_size: 256, num_attention_heads: 4, "
                  "micro_batch_size: 1, global_batch_size: 8, "
                      + model + "}\n",
                  {}});
}

ImportResult bridge(const std::string& more)
{
    return findFormat("megatron-bridge")
        ->import({"model: {num_layers: 4, hidden_size: 256, num_attention_heads: 4}\n"
                  "train: {micro_batch_size: 1, global_batch_size: 1}\n"
                      + more,
                  {}});
}

std::string back(const char* format, const ImportResult& result)
{
    EXPECT_TRUE(result.strategy) << told(result);
    const ExportResult written
        = findFormat(format)->write(result.strategy.value_or(Strategy{}), result.kept);
    EXPECT_FALSE(
        std::any_of(written.remarks.begin(), written.remarks.end(),
                    [](const Remark& one) { return one.kind == Remark::Kind::NotExpressible; }))
        << toText(written.remarks) << written.text;
    return written.text;
}

TEST(FamilyPaths, TwoThatDifferAreAProblem)
{
    EXPECT_NE(told(nemo("encoder_seq_length: 2048, data: {seq_length: 4096}"))
                  .find("file:2: model.data.seq_length: is 4096, and model.encoder_seq_length is "
                        "2048; make them equal"),
              std::string::npos);
    EXPECT_NE(told(bridge("ddp: {overlap_grad_reduce: true}\n"
                          "comm_overlap: {overlap_grad_reduce: false}\n"))
                  .find("make them equal"),
              std::string::npos);
    // What no strategy has may be one thing here and another there.
    EXPECT_TRUE(bridge("ddp: {bucket_size: 1}\ncomm_overlap: {bucket_size: 2}\n").strategy);
}

TEST(FamilyPaths, TwoThatAgreeAreBothWrittenWithWhatCountsThen)
{
    for (const char* order : {"encoder_seq_length: 2048, data: {seq_length: 2048}",
                              "data: {seq_length: 2048}, encoder_seq_length: 2048"}) {
        ImportResult read = nemo(order);
        ASSERT_TRUE(read.strategy) << told(read);
        EXPECT_FALSE(hasRemark(read.remarks, Remark::Kind::Ignored, "model.data.seq_length"));
        read.strategy->model->sequence = 8192;
        const std::string text = back("nemo-yaml", read);
        EXPECT_NE(text.find("\n  encoder_seq_length: 8192\n"), std::string::npos) << text;
        EXPECT_NE(text.find("\n    seq_length: 8192\n"), std::string::npos) << text;
    }
    ImportResult read = bridge("ddp: {overlap_grad_reduce: true}\n"
                               "comm_overlap: {overlap_grad_reduce: True}\n");
    const auto times = [](const std::string& text) {
        std::size_t count = 0;
        for (std::size_t at = 0; (at = text.find("overlap_grad_reduce: true", at)) != text.npos;
             ++at)
            ++count;
        return count;
    };
    EXPECT_EQ(times(back("megatron-bridge", read)), 2u);
    read.strategy->overlap.gradients = false;
    EXPECT_EQ(times(back("megatron-bridge", read)), 0u); // in neither place
}

TEST(FamilyPaths, AMappingOfPrecisionStaysOne)
{
    ImportResult read = bridge("mixed_precision: {bf16: true, params_dtype: bfloat16}\n");
    ASSERT_TRUE(read.strategy) << told(read);
    EXPECT_EQ(read.strategy->precision.compute, Compute::Bf16);
    EXPECT_EQ(read.strategy->precision.gradients, GradientType::Fp32); // the class's default
    const std::string text = back("megatron-bridge", read);
    EXPECT_NE(text.find("mixed_precision:\n  bf16: true\n"), std::string::npos) << text;
    EXPECT_NE(text.find("\n  params_dtype: bfloat16\n"), std::string::npos) << text;
    EXPECT_EQ(text.find("bf16_mixed"), std::string::npos) << text;

    read.strategy->precision.compute = Compute::Fp16;
    read.strategy->precision.gradients = GradientType::Fp16;
    const std::string half = back("megatron-bridge", read);
    EXPECT_NE(half.find("  fp16: true\n"), std::string::npos) << half;
    EXPECT_EQ(half.find("  bf16: true\n"), std::string::npos) << half;
    EXPECT_NE(half.find("  grad_reduce_in_fp32: false\n"), std::string::npos) << half;

    const ImportResult narrow = bridge("mixed_precision: {bf16: true, fp8: hybrid, "
                                       "grad_reduce_in_fp32: false, fp8_recipe: delayed}\n");
    ASSERT_TRUE(narrow.strategy) << told(narrow);
    EXPECT_EQ(narrow.strategy->precision.compute, Compute::Fp8);
    EXPECT_EQ(narrow.strategy->precision.gradients, GradientType::Bf16);
    EXPECT_NE(back("megatron-bridge", narrow).find("  fp8: hybrid\n"), std::string::npos);
}

TEST(FamilyPaths, TheLengthOfTheDataStandsForTheModels)
{
    const ImportResult read = bridge("dataset: {sequence_length: 8192}\n");
    ASSERT_TRUE(read.strategy) << told(read);
    EXPECT_EQ(read.strategy->model->sequence, 8192);
    EXPECT_FALSE(hasRemark(read.remarks, Remark::Kind::Assumed, "seq_length"))
        << toText(read.remarks);
    EXPECT_NE(told(bridge("dataset: {sequence_length: 0}\n")).find("dataset.sequence_length: must"),
              std::string::npos);
}

} // namespace
} // namespace strategy
