#include "engine/strategy/profile_text.h"

#include "engine/strategy/data_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace strategy {
namespace {

constexpr double kMicrosecond = 1e-6;
constexpr double kMostPercent = 1000; // of an error, as it is read and written

// A term of plan::kFitTerms, by the same index.
struct Term {
    std::string_view key;
    double scale; // of the file's unit
};
constexpr std::array<Term, plan::kFitTermCount> kTerms{{{"gemm", 1},
                                                        {"gemm_fp8", 1},
                                                        {"gemm_half", 1},
                                                        {"memory", 1},
                                                        {"flash_forward", 1},
                                                        {"flash_backward", 1},
                                                        {"kernel_us", kMicrosecond},
                                                        {"launch_us", kMicrosecond},
                                                        {"node", 1},
                                                        {"transfer", 1},
                                                        {"fabric", 1},
                                                        {"tensor_hidden", 1}}};

// A text that may come from anybody's file.
std::string quotedText(std::string_view text)
{
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            quoted += '\\';
        const bool control = (c >= 0 && c < ' ') || c == '\x7f';
        // The reader takes no control characters.
        quoted += control ? ' ' : c;
    }
    return quoted + '"';
}

// Four digits: the runs that it was fitted to say no more.
std::string rounded(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return decimalText(std::strtod(text, nullptr));
}

std::string percentText(double error)
{
    return rounded(std::min(100 * std::abs(error), kMostPercent));
}

void readRuns(Section& root, std::string& source, int& runs)
{
    readValue(root, "source", source, textOf);
    readValue(root, "runs", runs, [](const Node& node) {
        return integerOf(node, {0, kMaxSamples});
    });
}

std::string runsText(const std::string& source, int runs)
{
    return "source: " + quotedText(source) + "\nruns: " + std::to_string(runs) + '\n';
}

} // namespace

std::string_view keyOfTerm(std::size_t term) { return kTerms[term].key; }

plan::Efficiency withStack(const plan::Efficiency& device, const SoftwareStack& stack)
{
    plan::Efficiency efficiency = device;
    for (std::size_t t = 0; t < plan::kFitTermCount; ++t) {
        const plan::FitTerm& term = plan::kFitTerms[t];
        efficiency.*term.member
            = std::clamp(device.*term.member * stack.factors[t], term.low, term.high);
    }
    return efficiency;
}

plan::Result<Profile> readProfile(std::string_view name, std::string_view text)
{
    return readFile<Profile>(name, text, [](Section& root, Profile& read) {
        readVersion(root, "bubblescope_profile");
        readRuns(root, read.source, read.runs);
        readValue(root, "mean_error_percent", read.meanError, decimalIn(0, kMostPercent));
        readValue(root, "worst_error_percent", read.worstError, decimalIn(0, kMostPercent));
        read.meanError /= 100;
        read.worstError /= 100;
        if (root.find("framework"))
            readValue(root, "framework", read.framework, textOf);
        if (root.find("interval"))
            readSectionOf(root, "interval", [&](Section& section) {
                readValue(section, "low", read.intervalLow, decimalIn(0.001, 1000));
                readValue(section, "high", read.intervalHigh,
                          decimalIn(std::max(0.001, read.intervalLow), 1000));
            });
        readSectionOf(root, "efficiency", [&](Section& section) {
            for (std::size_t t = 0; t < plan::kFitTermCount; ++t) {
                const plan::FitTerm& term = plan::kFitTerms[t];
                double& member = read.efficiency.*term.member;
                double value = member / kTerms[t].scale;
                readValue(section, kTerms[t].key, value,
                          decimalIn(term.low / kTerms[t].scale, term.high / kTerms[t].scale));
                member = value * kTerms[t].scale;
            }
        });
    });
}

std::string writeProfile(const Profile& profile)
{
    std::string text = "bubblescope_profile: 1\n" + runsText(profile.source, profile.runs)
        + "mean_error_percent: " + percentText(profile.meanError)
        + "\nworst_error_percent: " + percentText(profile.worstError) + '\n';
    if (!profile.framework.empty())
        text += "framework: " + profile.framework + '\n';
    if (profile.intervalHigh > 0)
        text += "interval:\n  low: " + rounded(profile.intervalLow)
            + "\n  high: " + rounded(profile.intervalHigh) + '\n';
    text += "efficiency:\n";
    for (std::size_t t = 0; t < plan::kFitTermCount; ++t) {
        const double value = profile.efficiency.*plan::kFitTerms[t].member / kTerms[t].scale;
        text.append("  ").append(kTerms[t].key).append(": ").append(rounded(value) + '\n');
    }
    return text;
}

plan::Result<SoftwareStack> readSoftwareStack(std::string_view name, std::string_view text)
{
    return readFile<SoftwareStack>(name, text, [](Section& root, SoftwareStack& read) {
        read.factors.fill(1);
        readVersion(root, "bubblescope_stack");
        readRuns(root, read.source, read.runs);
        readSectionOf(root, "factors", [&](Section& section) {
            for (std::size_t t = 0; t < plan::kFitTermCount; ++t)
                if (section.find(kTerms[t].key))
                    readValue(section, kTerms[t].key, read.factors[t], decimalIn(0.001, 1000));
        });
    });
}

std::string writeSoftwareStack(const SoftwareStack& stack)
{
    std::string text = "bubblescope_stack: 1\n" + runsText(stack.source, stack.runs)
        + "# Of the device's terms.\nfactors:\n";
    for (std::size_t t = 0; t < plan::kFitTermCount; ++t)
        if (plan::kFitTerms[t].stack > 0)
            text.append("  ")
                .append(kTerms[t].key)
                .append(": ")
                .append(rounded(stack.factors[t]) + '\n');
    return text;
}

} // namespace strategy
