#include "engine/plan/cost/fit.h"

#include "engine/plan/cost/step_costs.h"
#include "engine/plan/simulate.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

namespace plan {
namespace {

constexpr double kUnit = 0.04;     // of a run's log error
constexpr double kTermUnit = 0.05; // of the log error of a measured term
constexpr double kNudge = 0.02;    // of a term's logarithm, to see what it changes
constexpr int kMostSteps = 12;
constexpr int kMostHalved = 5;      // times that a step is halved
constexpr double kLeastGain = 1e-3; // of the cost, relative, below which a step was the last

double log(const FitTerm& term, const Efficiency& efficiency)
{
    return std::log(efficiency.*term.member);
}

Efficiency fromLogs(const TermLogs& logs)
{
    Efficiency efficiency;
    for (std::size_t t = 0; t < kFitTermCount; ++t)
        efficiency.*kFitTerms[t].member
            = std::clamp(std::exp(logs[t]), kFitTerms[t].low, kFitTerms[t].high);
    return efficiency;
}

// Solves A x = b for a symmetric positive definite A, row by row, in place (Cholesky).
void solve(std::vector<double>& a, std::vector<double>& b)
{
    const std::size_t n = b.size();
    for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t k = 0; k < j; ++k)
            a[j * n + j] -= a[j * n + k] * a[j * n + k];
        a[j * n + j] = std::sqrt(a[j * n + j]);
        for (std::size_t i = j + 1; i < n; ++i) {
            for (std::size_t k = 0; k < j; ++k)
                a[i * n + j] -= a[i * n + k] * a[j * n + k];
            a[i * n + j] /= a[j * n + j];
        }
    }
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < i; ++k)
            b[i] -= a[i * n + k] * b[k];
        b[i] /= a[i * n + i];
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k)
            b[i] -= a[k * n + i] * b[k];
        b[i] /= a[i * n + i];
    }
}

// Unknowns are in blocks of one a term: first what is common, then the devices', then the stacks'.
class Fitting {
public:
    Fitting(std::span<const MeasuredRun> runs, std::span<const MeasuredTerm> terms)
        : m_runs(runs)
        , m_terms(terms)
    {
        std::map<int, int> families;
        for (const MeasuredRun& run : runs) {
            ++families[run.family];
            m_devices.emplace(run.device, 0);
            m_stacks.emplace(run.stack, 0);
        }
        for (const MeasuredTerm& term : terms)
            m_devices.emplace(term.device, 0);
        std::size_t block = 1;
        for (auto* kinds : {&m_devices, &m_stacks})
            for (auto& [kind, index] : *kinds)
                index = kFitTermCount * block++;
        m_x.resize(kFitTermCount * block);
        for (std::size_t t = 0; t < kFitTermCount; ++t)
            m_plausible[t] = log(kFitTerms[t], Efficiency{});
        for (const MeasuredRun& run : runs)
            m_weights.push_back(1 / std::sqrt(double(families.at(run.family))));
        for (std::size_t i = 0; i < m_x.size(); ++i)
            m_spreads.push_back(spreadOf(i));
    }

    void improve(const std::function<bool()>& stop)
    {
        double cost = costOf(m_x);
        for (int step = 0; step < kMostSteps && !(stop && stop()); ++step) {
            const std::vector<double> towards = direction();
            double length = 1;
            double best = cost;
            std::vector<double> moved;
            // A step that goes too far is halved: the predictions are linear only nearby.
            for (int halved = 0; halved < kMostHalved; ++halved, length /= 2) {
                moved = m_x;
                for (std::size_t i = 0; i < m_x.size(); ++i)
                    moved[i] += length * towards[i];
                best = costOf(moved);
                if (best < cost)
                    break;
            }
            if (!(best < cost))
                return;
            m_x = moved;
            const bool last = cost - best < kLeastGain * cost;
            cost = best;
            if (last)
                return;
        }
    }

    FittedEfficiencies result() const
    {
        const auto block = [&](std::size_t begin) {
            TermLogs logs;
            std::copy_n(m_x.begin() + static_cast<std::ptrdiff_t>(begin), kFitTermCount,
                        logs.begin());
            return logs;
        };
        FittedEfficiencies fitted;
        fitted.common = block(0);
        for (std::size_t t = 0; t < kFitTermCount; ++t)
            fitted.common[t] += m_plausible[t];
        for (const auto& [device, index] : m_devices)
            fitted.devices[device] = block(index);
        for (const auto& [stack, index] : m_stacks)
            fitted.stacks[stack] = block(index);
        return fitted;
    }

private:
    double spreadOf(std::size_t i) const
    {
        const FitTerm& term = kFitTerms[i % kFitTermCount];
        const std::size_t block = i / kFitTermCount;
        return block == 0 ? term.common : block <= m_devices.size() ? term.device : term.stack;
    }

    std::array<std::size_t, 3> blocksOf(const MeasuredRun& run) const
    {
        return {0, m_devices.at(run.device), m_stacks.at(run.stack)};
    }

    TermLogs logsOf(const MeasuredRun& run, const std::vector<double>& x) const
    {
        TermLogs logs = m_plausible;
        for (const std::size_t block : blocksOf(run))
            for (std::size_t t = 0; t < kFitTermCount; ++t)
                logs[t] += x[block + t];
        return logs;
    }

    static double errorOf(const MeasuredRun& run, const TermLogs& logs)
    {
        return std::log(predictedSeconds(run, fromLogs(logs)) / run.seconds) / kUnit;
    }

    double costOf(const std::vector<double>& x) const
    {
        double sum = 0;
        for (std::size_t r = 0; r < m_runs.size(); ++r) {
            const double units = std::abs(errorOf(m_runs[r], logsOf(m_runs[r], x)));
            sum += m_weights[r] * (units < 1 ? units * units : 2 * units - 1);
        }
        for (std::size_t i = 0; i < x.size(); ++i)
            if (m_spreads[i] > 0)
                sum += x[i] * x[i] / (m_spreads[i] * m_spreads[i]);
        for (const MeasuredTerm& term : m_terms) {
            const double away = awayOf(term, x);
            sum += away * away / (kTermUnit * kTermUnit);
        }
        return sum;
    }

    // Logarithm of what it is of a device over what was measured.
    double awayOf(const MeasuredTerm& term, const std::vector<double>& x) const
    {
        return m_plausible[term.term] + x[term.term] + x[m_devices.at(term.device) + term.term]
            - std::log(term.value);
    }

    // The Gauss-Newton step from where it is.
    std::vector<double> direction() const
    {
        const std::size_t n = m_x.size();
        std::vector<double> matrix(n * n);
        std::vector<double> right(n);
        for (std::size_t i = 0; i < n; ++i) {
            const double tight = m_spreads[i] > 0 ? 1 / (m_spreads[i] * m_spreads[i]) : 1e12;
            matrix[i * n + i] = tight;
            right[i] = -tight * m_x[i];
        }
        for (std::size_t r = 0; r < m_runs.size(); ++r) {
            const TermLogs logs = logsOf(m_runs[r], m_x);
            const double error = errorOf(m_runs[r], logs);
            TermLogs slopes;
            for (std::size_t t = 0; t < kFitTermCount; ++t) {
                TermLogs nudged = logs;
                nudged[t] += kNudge;
                slopes[t] = (errorOf(m_runs[r], nudged) - error) / kNudge;
            }
            const double weight = m_weights[r] / std::max(1.0, std::abs(error));
            const auto blocks = blocksOf(m_runs[r]);
            for (const std::size_t a : blocks)
                for (std::size_t t = 0; t < kFitTermCount; ++t) {
                    right[a + t] -= weight * slopes[t] * error;
                    for (const std::size_t b : blocks)
                        for (std::size_t u = 0; u < kFitTermCount; ++u)
                            matrix[(a + t) * n + b + u] += weight * slopes[t] * slopes[u];
                }
        }
        for (const MeasuredTerm& term : m_terms) {
            const std::size_t a = term.term;
            const std::size_t b = m_devices.at(term.device) + term.term;
            const double tight = 1 / (kTermUnit * kTermUnit);
            for (const std::size_t i : {a, b}) {
                right[i] -= tight * awayOf(term, m_x);
                for (const std::size_t j : {a, b})
                    matrix[i * n + j] += tight;
            }
        }
        solve(matrix, right);
        return right;
    }

    std::span<const MeasuredRun> m_runs;
    std::span<const MeasuredTerm> m_terms;
    std::map<int, std::size_t> m_devices; // the first unknown of each
    std::map<int, std::size_t> m_stacks;
    TermLogs m_plausible{};
    std::vector<double> m_weights; // [run]
    std::vector<double> m_spreads; // [unknown]
    std::vector<double> m_x;
};

} // namespace

Efficiency FittedEfficiencies::of(int device, int stack) const
{
    TermLogs logs = common;
    const auto add = [&](const std::map<int, TermLogs>& kinds, int kind) {
        if (const auto found = kinds.find(kind); found != kinds.end())
            for (std::size_t t = 0; t < kFitTermCount; ++t)
                logs[t] += found->second[t];
    };
    add(devices, device);
    add(stacks, stack);
    return fromLogs(logs);
}

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

FittedEfficiencies fitEfficiencies(std::span<const MeasuredRun> runs,
                                   std::span<const MeasuredTerm> terms,
                                   const std::function<bool()>& stop)
{
    Fitting fitting(runs, terms);
    fitting.improve(stop);
    return fitting.result();
}

} // namespace plan
