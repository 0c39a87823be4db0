#include "gui/timeline/kernel_lane.h"

#include <algorithm>

namespace gui {

bool KernelLane::isEmpty() const
{
    return std::all_of(rows.begin(), rows.end(), [](const auto& row) { return row.empty(); });
}

namespace {

const std::string& textIn(const std::vector<std::string>& names, const Kernel& kernel)
{
    static const std::string kNone;
    return kernel.name < names.size() ? names[kernel.name] : kNone;
}

} // namespace

const std::string& KernelWork::nameOf(const Kernel& kernel) const { return textIn(names, kernel); }

const std::string& KernelWork::shortNameOf(const Kernel& kernel) const
{
    return textIn(shortNames, kernel);
}

std::vector<const Kernel*> KernelWork::at(std::size_t rank, KernelKind kind, Nanoseconds at) const
{
    std::vector<const Kernel*> found;
    if (rank >= lanes.size())
        return found;
    const auto& row = lanes[rank].row(kind);
    // Those of other streams may have begun long before; none lasts longer than the longest.
    const Nanoseconds earliest = at - longest[static_cast<std::size_t>(kind)];
    for (auto kernel = std::partition_point(
             row.begin(), row.end(), [&](const Kernel& each) { return each.start < earliest; });
         kernel != row.end() && kernel->start <= at; ++kernel)
        if (kernel->end > at)
            found.push_back(&*kernel);
    return found;
}

Category categoryOf(const Kernel& kernel, KernelKind kind)
{
    if (kind == KernelKind::Communication)
        return Category::Communication;
    switch (kernel.by) {
    case Kernel::By::Op:
    case Kernel::By::Again:
        return categoryOf(kernel.op.kind);
    case Kernel::By::Optimizer:
        return Category::Optimizer;
    case Kernel::By::Reduction:
    case Kernel::By::Beside:
        break;
    }
    return Category::Communication;
}

} // namespace gui
