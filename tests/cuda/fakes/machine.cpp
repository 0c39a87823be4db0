#include "tests/cuda/fakes/machine.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string_view>

namespace fake {

namespace {

constexpr int kUsual = 8; // GPUs of a large machine

std::string wordOf(const char* variable)
{
    const char* const given = std::getenv(variable);
    return given != nullptr ? given : "";
}

Gpu gpuIn(const std::string& text, int number)
{
    Gpu gpu{.bus = number + 1, .number = number};
    std::istringstream in(text);
    std::string word;
    if (std::getline(in, word, ',') && !word.empty())
        gpu.name = word;
    if (std::getline(in, word, ',') && !word.empty())
        gpu.memory = std::strtoull(word.c_str(), nullptr, 10) << 10;
    if (std::getline(in, word, ',') && !word.empty())
        gpu.bus = std::atoi(word.c_str());
    if (std::getline(in, word, ',') && !word.empty())
        gpu.mode = std::atoi(word.c_str());
    return gpu;
}

std::vector<Gpu> allGpus()
{
    std::vector<Gpu> gpus;
    if (const std::string list = wordOf("CUDA_MADE_UP_GPUS"); !list.empty()) {
        std::istringstream in(list);
        for (std::string one; std::getline(in, one, ';');)
            gpus.push_back(gpuIn(one, static_cast<int>(gpus.size())));
        return gpus;
    }
    for (int number = 0; number < kUsual; ++number)
        gpus.push_back(gpuIn({}, number));
    return gpus;
}

std::vector<Gpu> shownGpus()
{
    const std::vector<Gpu> all = allGpus();
    if (std::getenv("CUDA_VISIBLE_DEVICES") == nullptr)
        return all;
    std::vector<Gpu> shown;
    std::istringstream in(wordOf("CUDA_VISIBLE_DEVICES"));
    for (std::string one; std::getline(in, one, ',');) {
        const auto named = std::find_if(all.begin(), all.end(), [&one](const Gpu& gpu) {
            return one == std::to_string(gpu.number)
                || (one.size() > 4 && uuidOf(gpu).starts_with(one));
        });
        if (named == all.end())
            break;
        shown.push_back(*named);
    }
    return shown;
}

Fault faultOfThisRank()
{
    constexpr std::array<std::pair<std::string_view, Fault::Kind>, 8> kWords{
        {{"ecc", Fault::Kind::Ecc},
         {"lost", Fault::Kind::Lost},
         {"hang", Fault::Kind::Hang},
         {"stuck", Fault::Kind::Stuck},
         {"nccl-hang", Fault::Kind::NcclHang},
         {"nccl-kill", Fault::Kind::NcclKill},
         {"nccl-remote", Fault::Kind::NcclRemote},
         {"nccl-make", Fault::Kind::NcclMake}}};
    const std::string asked = wordOf("CUDA_MADE_UP_FAULT");
    const std::size_t colon = asked.find(':');
    const std::size_t at = asked.find('@');
    Fault fault;
    if (colon == std::string::npos || at == std::string::npos
        || asked.substr(0, colon) != wordOf("OMPI_COMM_WORLD_RANK"))
        return fault;
    for (const auto& [word, kind] : kWords)
        if (asked.substr(colon + 1, at - colon - 1) == word)
            fault.kind = kind;
    fault.at = std::atol(asked.c_str() + at + 1);
    return fault;
}

} // namespace

const std::vector<Gpu>& visibleGpus()
{
    static const std::vector<Gpu> kGpus = shownGpus();
    return kGpus;
}

std::string uuidOf(const Gpu& gpu)
{
    char text[64];
    std::snprintf(text, sizeof text, "%s-%02x000000-0000-0000-0000-000000000000",
                  gpu.name.find(" MIG ") != std::string::npos ? "MIG" : "GPU", gpu.number + 1);
    return text;
}

long numberFrom(const char* variable, long otherwise)
{
    const std::string word = wordOf(variable);
    return word.empty() ? otherwise : std::atol(word.c_str());
}

bool Fault::comes(Kind here)
{
    return kind == here && ++m_calls[static_cast<std::size_t>(here)] == at;
}

Fault& ownFault()
{
    static Fault fault = faultOfThisRank();
    return fault;
}

} // namespace fake
