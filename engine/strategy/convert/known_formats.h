// One constant a format, each in the file of its framework. Internal to this folder and its tests.

#pragma once

#include "engine/strategy/convert/format.h"

namespace strategy {

extern const Format kAccelerate;     // Hugging Face Accelerate, YAML
extern const Format kBubblescope;    // our own file
extern const Format kDeepSpeed;      // DeepSpeed, JSON
extern const Format kHuggingFace;    // config.json of a model: the model alone
extern const Format kMegatronArgs;   // Megatron-LM, arguments in a shell script
extern const Format kMegatronBridge; // Megatron-Bridge and NeMo 2, YAML
extern const Format kMegatronYaml;   // Megatron-LM, --yaml-cfg
extern const Format kMindSpeedLlm;   // MindSpeed-LLM, arguments in a shell script
extern const Format kMindSpeedRl;    // MindSpeed-RL, YAML in three layers
extern const Format kNanotron;       // nanotron, YAML
extern const Format kNemo;           // NeMo 1, YAML
extern const Format kPaddle;         // Paddle, strategy.hybrid_configs as JSON
extern const Format kPaddleNlp;      // PaddleNLP's trainer, JSON
extern const Format kTorchtitan;     // torchtitan: TOML in, a Python recipe out

} // namespace strategy
