#include "engine/measured/kernel_names.h"

#include "telemetry/text.h"

#include <algorithm>

namespace measured {
namespace {

constexpr std::size_t kLongest = 48; // bytes of a short name
constexpr std::string_view kCut = "...";

// The place behind the last "::" that stands outside of any <…> and (…).
std::size_t behindNamespaces(std::string_view name)
{
    std::size_t behind = 0;
    int depth = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (name[i] == '<' || name[i] == '(')
            ++depth;
        else if (name[i] == '>' || name[i] == ')')
            --depth;
        else if (depth == 0 && name.substr(i, 2) == "::")
            behind = i + 2;
    }
    return behind;
}

// What follows the first '<', as far as its first comma or its end; empty where there is none.
std::string_view firstArgument(std::string_view name)
{
    const std::size_t open = name.find('<');
    if (open == std::string_view::npos)
        return {};
    const std::string_view rest = name.substr(open + 1);
    int depth = 0;
    for (std::size_t i = 0; i < rest.size(); ++i) {
        if (rest[i] == '<')
            ++depth;
        if (depth == 0 && (rest[i] == ',' || rest[i] == '>'))
            return rest.substr(0, i);
        if (rest[i] == '>')
            --depth;
    }
    return rest;
}

// A function that is written with its arguments, without them.
std::string_view withoutArguments(std::string_view name)
{
    if (!name.ends_with(')'))
        return name;
    int depth = 0;
    for (std::size_t at = name.size(); at-- > 0;) {
        depth += name[at] == ')' ? 1 : name[at] == '(' ? -1 : 0;
        if (depth == 0)
            return at > 0 ? name.substr(0, at) : name;
    }
    return name;
}

// A name that says nothing by itself: the kernel is its first argument.
bool isFrame(std::string_view name)
{
    return name == "Kernel" || name == "Kernel2" || name == "device_kernel";
}

} // namespace

void KernelNames::add(const telemetry::Frame& frame)
{
    const auto* names = std::get_if<std::vector<telemetry::KernelName>>(&frame.body);
    if (names == nullptr)
        return;
    const std::uint64_t from
        = (std::uint64_t{frame.header.rank} << 32) | std::uint64_t{frame.header.epoch};
    for (const telemetry::KernelName& each : *names)
        if (m_names.size() < kMost)
            m_names.try_emplace({from, each.number}, telemetry::textOf(each.name));
}

std::string KernelNames::nameOf(std::uint32_t rank, std::uint32_t epoch, std::uint32_t number) const
{
    const auto found = m_names.find({(std::uint64_t{rank} << 32) | epoch, number});
    return found != m_names.end() ? found->second : "kernel " + std::to_string(number);
}

std::string shortKernelName(std::string_view name)
{
    name = withoutArguments(name);
    for (int i = 0; i < 2; ++i) { // one kernel within another at most
        name.remove_prefix(behindNamespaces(name));
        const std::string_view bare = name.substr(0, name.find('<'));
        if (!isFrame(bare) || firstArgument(name).empty())
            break;
        name = firstArgument(name);
    }
    if (name.size() <= kLongest)
        return std::string(name);
    const std::size_t open = name.find('<');
    std::string text(name.substr(0, std::min(open, name.size())));
    if (open != std::string_view::npos && open > 0)
        text += "<...>";
    if (text.size() > kLongest) {
        // Not within a character of several bytes.
        std::size_t end = kLongest - kCut.size();
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
            --end;
        text.resize(end);
        text += kCut;
    }
    return text;
}

bool isOfOp(const telemetry::KernelRecord& kernel)
{
    return kernel.by <= telemetry::QueuedBy::WeightGrad && kernel.stage >= 0
        && kernel.microbatch >= 0 && kernel.microbatch < plan::kMaxMicrobatches;
}

plan::Op opOf(const telemetry::KernelRecord& kernel)
{
    plan::Op op{.stage = kernel.stage, .kind = static_cast<plan::OpKind>(kernel.by)};
    op.microbatch = kernel.microbatch & 0x3FFFFF;
    return op;
}

std::string queuedByText(const telemetry::KernelRecord& kernel)
{
    if (isOfOp(kernel))
        return plan::toText(opOf(kernel))
            + ((kernel.flags & telemetry::kFlagRerun) != 0 ? " again" : "");
    switch (kernel.by) {
    case telemetry::QueuedBy::Reduction:
        return "reduction";
    case telemetry::QueuedBy::Optimizer:
        return "optimizer";
    default:
        return "beside the ops";
    }
}

std::string_view wordOf(telemetry::KernelLane lane)
{
    switch (lane) {
    case telemetry::KernelLane::Communication:
        return "communication";
    case telemetry::KernelLane::Copy:
        return "copy";
    case telemetry::KernelLane::Compute:
        break;
    }
    return "compute";
}

} // namespace measured
