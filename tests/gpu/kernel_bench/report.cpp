#include "tests/gpu/kernel_bench/report.h"

#include <stdexcept>

namespace bench {

Report::Report(const std::string& json)
{
    if (json.empty())
        return;
    m_json.reset(std::fopen(json.c_str(), "w"));
    if (m_json == nullptr)
        throw std::runtime_error("cannot write " + json);
}

void Report::section(const std::string& title)
{
    m_section = title;
    std::printf("\n%-38s %-31s %10s %10s %9s %10s\n", title.c_str(), "shape", "median ms",
                "best ms", "rate", "of ceiling");
    std::fflush(stdout);
}

void Report::add(const std::string& name, const std::string& shape, const Measured& measured,
                 const Work& work)
{
    const bool products = work.flops > 0;
    const double seconds = measured.medianMs / 1e3;
    // A clock that has not moved, as where there is no GPU, measures nothing.
    m_lastRate = seconds > 0 ? (products ? work.flops : work.bytes) / seconds : 0;
    const double ceiling = products ? m_flopsCeiling : m_bytesCeiling;
    const double share = ceiling > 0 ? m_lastRate / ceiling : 0;
    const bool rated = products || work.bytes > 0;
    std::printf("%-38s %-31s %10.4f %10.4f", name.c_str(), shape.c_str(), measured.medianMs,
                measured.bestMs);
    if (rated)
        std::printf(" %7.1f %s", m_lastRate / (products ? 1e12 : 1e9), products ? "TF" : "GB");
    if (share > 0)
        std::printf(" %9.1f%%", 100 * share);
    std::printf("\n");
    std::fflush(stdout);
    if (m_json == nullptr)
        return;
    std::fprintf(m_json.get(),
                 R"({"section": "%s", "name": "%s", "shape": "%s", "median_ms": %.6g, )"
                 R"("best_ms": %.6g, "runs": %d)",
                 m_section.c_str(), name.c_str(), shape.c_str(), measured.medianMs, measured.bestMs,
                 measured.runs);
    if (rated)
        std::fprintf(m_json.get(), R"(, "%s": %.6g, "of_ceiling": %.6g)",
                     products ? "flops_per_s" : "bytes_per_s", m_lastRate, share);
    std::fprintf(m_json.get(), "}\n");
    std::fflush(m_json.get());
}

} // namespace bench
