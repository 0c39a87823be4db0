#include "engine/runtime/cuda/device_ranges.h"

#include <string_view>

namespace gpu {

using engine::QueuedBy;

void DeviceRanges::begin(Step step)
{
    m_nvtx.begin(step);
    if (m_trace == nullptr)
        return;
    m_trace->beginStep(step.number);
    m_trace->begin({.step = step.number});
}

void DeviceRanges::begin(const plan::Op& op)
{
    m_nvtx.begin(op);
    if (m_trace == nullptr)
        return;
    QueuedBy by = around();
    by.part = QueuedBy::Part::Op;
    by.op = op;
    beginTraced(by);
}

void DeviceRanges::begin(const char* name)
{
    m_nvtx.begin(name);
    if (m_trace == nullptr)
        return;
    // Anything else, such as a collective, belongs to what has queued it.
    QueuedBy by = around();
    const std::string_view text = name;
    if (text == training::kReduceGradients)
        by.part = QueuedBy::Part::Reduction;
    else if (text == training::kOptimizer)
        by.part = QueuedBy::Part::Optimizer;
    else if (text == training::kSecondRun)
        by.again = true;
    beginTraced(by);
}

void DeviceRanges::end()
{
    m_nvtx.end();
    if (m_trace == nullptr)
        return;
    if (m_outside > 0)
        --m_outside;
    else
        m_trace->end();
}

QueuedBy DeviceRanges::around() const
{
    const QueuedBy* by = m_trace->current();
    return by != nullptr ? *by : QueuedBy{};
}

void DeviceRanges::beginTraced(const QueuedBy& by)
{
    if (m_trace->current() == nullptr)
        ++m_outside;
    else
        m_trace->begin(by);
}

} // namespace gpu
