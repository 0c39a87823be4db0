// One file of each framework and the strategy it stands for, field by field; the numbers follow
// from the file's own keys as the comments say.

#include "engine/strategy/convert/known_formats.h"
#include "tests/strategy/convert/fixture.h"

#include <gtest/gtest.h>

namespace strategy {
namespace {

TEST(Golden, HuggingFaceDeepSeek)
{
    EXPECT_EQ(toText(importFixture(kHuggingFace, "deepseek_v3.json")), R"(bubblescope: 1
name: ""
model:
  layers: 61
  hidden: 7168
  heads: 128
  kv_heads: 128
  ffn_hidden: 18432
  vocab: 129280
  sequence: 4096
  gated_mlp: true
  tied_embeddings: false
  norm: rmsnorm
  positions: rotary
  biases: false
  experts: 256
  experts_per_token: 8
  expert_ffn_hidden: 2048
  shared_experts: 1
  dense_layers: 3
  kv_lora_rank: 512
  q_lora_rank: 1536
  nope_head_dim: 128
  rope_head_dim: 64
  v_head_dim: 128
  mtp_layers: 1
  max_positions: 163840
parallel:
  pipeline: 1
batch:
  micro: 1
schedule:
  name: 1f1b
)");
}

// 2048 samples = 2 x 128 x data 8; no overlap_comm, so nothing overlaps below stage 3.
TEST(Golden, DeepSpeedPipeline)
{
    EXPECT_EQ(toText(importFixture(kDeepSpeed, "pipeline_zero1.json")), R"(bubblescope: 1
name: ""
parallel:
  tensor: 4
  pipeline: 12
  data: 8
  zero: 1
batch:
  micro: 2
  global: 2048
schedule:
  name: 1f1b
recompute:
  granularity: full
overlap:
  gradients: false
  parameters: false
  transfers: false
kernels:
  framework: deepspeed
training:
  clip: 0
)");
}

// 32 devices / (tensor 4 x pipeline 2) = 4 ranks, each 8 microbatches of one sample.
TEST(Golden, AccelerateMegatron)
{
    EXPECT_EQ(toText(importFixture(kAccelerate, "megatron.yaml")), R"(bubblescope: 1
name: ""
parallel:
  tensor: 4
  pipeline: 2
  sequence: true
  zero: 1
batch:
  micro: 1
  global: 32
schedule:
  name: 1f1b
recompute:
  granularity: selective
overlap:
  transfers: false
cluster:
  devices: 32
)");
}

// afab is gpipe; 16 x micro 1 x dp 8 = 128 samples.
TEST(Golden, NanotronAllForwardAllBackward)
{
    EXPECT_EQ(toText(importFixture(kNanotron, "afab_recompute.yaml")), R"(bubblescope: 1
name: ""
model:
  layers: 80
  hidden: 8192
  heads: 64
  kv_heads: 8
  ffn_hidden: 28672
  vocab: 128256
  sequence: 8192
  gated_mlp: true
  tied_embeddings: false
  norm: rmsnorm
  positions: rotary
  biases: false
parallel:
  tensor: 8
  pipeline: 4
  data: 8
  zero: 1
batch:
  micro: 1
  global: 128
schedule:
  name: gpipe
recompute:
  granularity: full
precision:
  gradients: bf16
overlap:
  transfers: false
kernels:
  attention: flash-2
  framework: nanotron
training:
  seed: 7
  learning_rate: 0.00015
  warmup_steps: 500
  decay: linear
  decay_steps: 2000
  clip: 0
)");
}

// 128 counted layers in 16 stages of 8, less one at each end; 16 samples a rank in microbatches
// of 2; replicas 2 x shards 8; the rate falls over 0.8 x 3000 steps to a tenth.
TEST(Golden, TorchtitanInterleaved)
{
    EXPECT_EQ(toText(importFixture(kTorchtitan, "llama3_405b_interleaved.toml")), R"(bubblescope: 1
name: ""
model:
  layers: 126
  hidden: 16384
  heads: 128
  kv_heads: 8
  ffn_hidden: 53248
  vocab: 128256
  sequence: 8192
  gated_mlp: true
  tied_embeddings: false
  norm: rmsnorm
  positions: rotary
  biases: false
parallel:
  tensor: 8
  pipeline: 8
  chunks: 2
  data: 16
  sequence: true
  zero: 3
  layers_per_stage: [7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 7]
  shard: 8
  reshard: false
batch:
  micro: 2
  global: 1024
schedule:
  name: interleaved
recompute:
  granularity: full
precision:
  compute: fp8
  weights: fp32
overlap:
  tensor: true
kernels:
  attention: flash-2
  framework: fsdp
  launch: compiled
training:
  learning_rate: 0.00008
  min_learning_rate: 0.000008
  warmup_steps: 600
  decay: cosine
  decay_steps: 2400
)");
}

// Groups of 8 that share states, 4 times: 32 ranks with samples of their own.
TEST(Golden, PaddleShardingInGroups)
{
    EXPECT_EQ(toText(importFixture(kPaddle, "sharding_in_groups.json")), R"(bubblescope: 1
name: ""
parallel:
  tensor: 8
  pipeline: 1
  data: 32
  zero: 2
  shard: 8
batch:
  micro: 1
  global: 128
schedule:
  name: 1f1b
precision:
  compute: fp16
  weights: fp32
overlap:
  gradients: false
kernels:
  framework: paddle
)");
}

TEST(Golden, PaddleNlpInterleaved)
{
    EXPECT_EQ(toText(importFixture(kPaddleNlp, "llama_tp8_pp4.json")), R"(bubblescope: 1
name: ""
parallel:
  tensor: 8
  pipeline: 4
  chunks: 5
  data: 4
  sequence: true
  zero: 1
batch:
  micro: 1
  global: 128
schedule:
  name: interleaved
recompute:
  granularity: full
kernels:
  framework: paddle
training:
  seed: 42
  learning_rate: 0.00003
  min_learning_rate: 0.000003
  warmup_steps: 30
  decay: cosine
  decay_steps: 400
  weight_decay: 0.01
  beta2: 0.999
)");
}

} // namespace
} // namespace strategy
