// The formats that are known: a line for each, which stands for its constant in a file of this
// folder. Internal to this folder and its tests.
//
// A line here is all that makes a format known: formats() walks the list, and with it the
// commands, the window and the tests. A constant with no definition does not link.

#pragma once

#include "engine/strategy/convert/format.h"

// In the order of their frameworks' names; our own is the last.
#define STRATEGY_FORMATS(FORMAT)                                                                   \
    FORMAT(kAccelerate)     /* Hugging Face Accelerate, YAML */                                    \
    FORMAT(kDeepSpeed)      /* DeepSpeed, JSON */                                                  \
    FORMAT(kHuggingFace)    /* config.json of a model: the model alone */                          \
    FORMAT(kMegatronArgs)   /* Megatron-LM, arguments in a shell script */                         \
    FORMAT(kMegatronBridge) /* Megatron-Bridge and NeMo 2, YAML */                                 \
    FORMAT(kMegatronYaml)   /* Megatron-LM, --yaml-cfg */                                          \
    FORMAT(kMindSpeedLlm)   /* MindSpeed-LLM, arguments in a shell script */                       \
    FORMAT(kMindSpeedRl)    /* MindSpeed-RL, YAML in three layers */                               \
    FORMAT(kNanotron)       /* nanotron, YAML */                                                   \
    FORMAT(kNemo)           /* NeMo 1, YAML */                                                     \
    FORMAT(kPaddle)         /* Paddle, strategy.hybrid_configs as JSON */                          \
    FORMAT(kPaddleNlp)      /* PaddleNLP's trainer, JSON */                                        \
    FORMAT(kTorchtitan)     /* torchtitan: TOML in, a Python recipe out */                         \
    FORMAT(kBubblescope)    /* our own file */

namespace strategy {

// Each is defined in the file of its format. The order in which constants of different files are
// initialised is not defined: read them from functions only, as formats() does.
#define STRATEGY_DECLARE_FORMAT(format) extern const Format format;
STRATEGY_FORMATS(STRATEGY_DECLARE_FORMAT)
#undef STRATEGY_DECLARE_FORMAT

} // namespace strategy
