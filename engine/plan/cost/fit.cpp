#include "engine/plan/cost/fit.h"

#include "engine/plan/cost/step_costs.h"
#include "engine/plan/simulate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace plan {
namespace {

// A term, the range it is physically in, and by what factor (as a logarithm) machines differ.
struct Term {
    double Efficiency::*member;
    double low;
    double high;
    double spread;
};

constexpr std::array kTerms{Term{&Efficiency::gemm, 0.2, 0.95, 0.2},
                            Term{&Efficiency::gemmFp8, 0.2, 0.95, 0.2},
                            Term{&Efficiency::gemmHalf, 1, 4000, 1},
                            Term{&Efficiency::memory, 0.2, 0.95, 0.3},
                            Term{&Efficiency::flashForward, 0.05, 0.9, 0.3},
                            Term{&Efficiency::flashBackward, 0.05, 0.9, 0.3},
                            Term{&Efficiency::kernel, 1e-7, 1e-4, 1},
                            Term{&Efficiency::node, 0.1, 0.95, 0.3},
                            Term{&Efficiency::transfer, 0.02, 0.95, 0.5},
                            Term{&Efficiency::fabric, 0.05, 0.95, 0.7},
                            Term{&Efficiency::tensorHidden, 0.02, 0.98, 0.5}};

constexpr double kUnit = 0.04; // of a run's log error
constexpr double kFirstFactor = 0.2;
constexpr double kLastFactor = 0.006;

// Squares near zero and straight lines beyond, so that a run that is reported wrongly or was slowed
// by something the model does not know cannot pull the fit towards itself.
double robustSquare(double error)
{
    const double units = std::abs(error) / kUnit;
    return units < 1 ? units * units : 2 * units - 1;
}

class Fitting {
public:
    Fitting(std::span<const MeasuredRun> runs)
        : m_runs(runs)
    {
        for (const MeasuredRun& run : runs)
            ++m_families[run.family];
    }

    double cost(const Efficiency& efficiency) const
    {
        double sum = 0;
        for (const MeasuredRun& run : m_runs) {
            const double error = std::log(predictedSeconds(run, efficiency) / run.seconds);
            // A family of a hundred runs tells more than one of four, but not 25 times as much: its
            // runs share their software and their errors.
            sum += robustSquare(error) / std::sqrt(m_families.at(run.family));
        }
        // Runs seldom pin down every term. Those that they say nothing of stay at the default.
        const Efficiency plausible;
        for (const Term& term : kTerms) {
            const double away = std::log(efficiency.*term.member / plausible.*term.member);
            sum += away * away / (term.spread * term.spread);
        }
        return sum;
    }

    // Moves one term by that factor, up or down, if that is better.
    bool improve(const Term& term, double factor)
    {
        for (const double by : {1 + factor, 1 / (1 + factor)}) {
            Efficiency moved = best;
            moved.*term.member = std::clamp(best.*term.member * by, term.low, term.high);
            const double sum = cost(moved);
            if (sum < bestCost - kLeast) {
                best = moved;
                bestCost = sum;
                return true;
            }
        }
        return false;
    }

    Efficiency best;
    double bestCost = 0;

private:
    static constexpr double kLeast = 1e-4;

    std::span<const MeasuredRun> m_runs;
    std::map<int, double> m_families;
};

} // namespace

double predictedSeconds(const MeasuredRun& run, const Efficiency& efficiency)
{
    Job job = run.job;
    job.machine.efficiency = efficiency;
    const Costs costs = stepCosts(job, run.schedule, run.split);
    const auto seconds = [&costs](const Schedule& schedule) {
        const auto timeline = simulate(schedule, costs);
        return timeline ? std::chrono::duration<double>(timeline->makespan).count() : 0;
    };
    const double part = seconds(run.schedule);
    return run.longer.order.empty() ? part : part + run.times * (seconds(run.longer) - part);
}

FitResult fitEfficiency(std::span<const MeasuredRun> runs, const std::function<bool()>& stop)
{
    Fitting fitting(runs);
    fitting.bestCost = fitting.cost(fitting.best);
    for (double factor = kFirstFactor; factor > kLastFactor && !(stop && stop());) {
        bool any = false;
        for (const Term& term : kTerms)
            any = fitting.improve(term, factor) || any;
        if (!any)
            factor /= 2;
    }
    FitResult result{fitting.best};
    for (const MeasuredRun& run : runs) {
        const double error = predictedSeconds(run, result.efficiency) / run.seconds - 1;
        result.meanError += std::abs(error) / double(runs.size());
        if (std::abs(error) > std::abs(result.worstError))
            result.worstError = error;
    }
    return result;
}

} // namespace plan
