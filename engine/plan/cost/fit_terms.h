// The terms that are fitted to measured runs, each with its physical range and how far machines
// differ in it. Internal to the cost model and to those who store what was fitted.

#pragma once

#include "engine/plan/cost/machine.h"

#include <array>
#include <cstddef>

namespace plan {

// Spreads are standard deviations of a logarithm: 0.1 is about 10 %. One of 0 takes no part.
struct FitTerm {
    double Efficiency::*member;
    double low; // what it cannot be below, and above
    double high;
    double common; // how far the best value for all machines may be from the plausible one
    double device; // how far one kind of device is from that
    double stack;  // how far one kind of software is
};

inline constexpr std::array kFitTerms{
    FitTerm{&Efficiency::gemm, 0.2, 0.95, 0.2, 0.15, 0},
    FitTerm{&Efficiency::gemmFp8, 0.2, 0.95, 0.2, 0.15, 0},
    FitTerm{&Efficiency::gemmHalf, 1, 4000, 0.7, 0, 0},
    FitTerm{&Efficiency::memory, 0.2, 0.95, 0.2, 0.1, 0.35},
    FitTerm{&Efficiency::flashForward, 0.05, 0.9, 0.3, 0.15, 0.2},
    FitTerm{&Efficiency::flashBackward, 0.05, 0.9, 0.3, 0.15, 0.2},
    FitTerm{&Efficiency::kernel, 1e-6, 1e-5, 0.3, 0, 0},
    FitTerm{&Efficiency::launch, 1e-7, 1e-3, 0.5, 0, 0.5},
    FitTerm{&Efficiency::node, 0.1, 0.95, 0.2, 0.15, 0},
    FitTerm{&Efficiency::transfer, 0.02, 0.95, 0.5, 0, 0},
    FitTerm{&Efficiency::fabric, 0.05, 0.95, 0.2, 0.15, 0},
    FitTerm{&Efficiency::tensorHidden, 0.02, 0.98, 0.5, 0, 0.3}};

inline constexpr std::size_t kFitTermCount = kFitTerms.size();
using TermLogs = std::array<double, kFitTermCount>; // by the same index

} // namespace plan
