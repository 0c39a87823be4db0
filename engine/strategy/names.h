// The words a strategy may use where a field takes one of a few.

#pragma once

#include <array>
#include <string_view>

namespace strategy {

inline constexpr int kFormatVersion = 1; // of the file; other versions are refused

inline constexpr std::array<std::string_view, 11> kDevices{
    "v100-16gb", "v100-32gb", "a100-40gb", "a100-80gb",   "h100", "h200",
    "gh200",     "b200",      "gb200",     "ascend-910b", "cpu"};

// Beside those of plan::catalog(): its ops stand in a file.
inline constexpr std::string_view kCustomSchedule = "custom";

inline constexpr std::array<std::string_view, 3> kOffloads{"none", "optimizer", "all"};
inline constexpr std::array<std::string_view, 4> kGranularities{"none", "selective", "ops", "full"};
inline constexpr std::array<std::string_view, 2> kMethods{"uniform", "block"};
inline constexpr std::array<std::string_view, 4> kComputeTypes{"bf16", "fp16", "fp32", "fp8"};
inline constexpr std::array<std::string_view, 3> kGradientTypes{"fp32", "bf16", "fp16"};
inline constexpr std::array<std::string_view, 2> kNorms{"layernorm", "rmsnorm"};
inline constexpr std::array<std::string_view, 2> kPositions{"learned", "rotary"};
inline constexpr std::array<std::string_view, 3> kDecays{"constant", "linear", "cosine"};
inline constexpr std::array<std::string_view, 2> kOnNotANumber{"stop", "skip"};
inline constexpr std::array<std::string_view, 4> kOptimizers{"adam-fp32", "adam-fp32-gradients",
                                                             "adam-bf16", "sgd"};
inline constexpr std::array<std::string_view, 2> kWeightTypes{"compute", "fp32"};
inline constexpr std::array<std::string_view, 2> kContextMethods{"ring", "all_to_all"};
inline constexpr std::array<std::string_view, 3> kOrders{"tp-cp-ep-dp-pp", "tp-cp-ep-pp-dp",
                                                         "pp-dp-ep-cp-tp"};
inline constexpr std::array<std::string_view, 2> kAttentions{"flash", "unfused"};
inline constexpr std::array<std::string_view, 2> kFusions{"fused", "eager"};
inline constexpr std::array<std::string_view, 3> kLosses{"plain", "compiled", "fused"};
inline constexpr std::array<std::string_view, 2> kOutputs{"freed", "kept"};

} // namespace strategy
