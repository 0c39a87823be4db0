#include "engine/runtime/training/reruns.h"

#include "engine/runtime/training/failure.h"

#include <cassert>
#include <utility>

namespace training {

Reruns::Reruns(Kernels& kernels, Memory& memory, Lanes& lanes)
    : m_kernels(kernels)
    , m_memory(memory)
    , m_lanes(lanes)
{
}

void Reruns::setPlaces(RerunPlaces places)
{
    m_places = std::move(places);
    m_wanted.clear();
    for (const auto& [place, ops] : m_places)
        m_wanted.insert(ops.begin(), ops.end());
    m_kept.clear();
    m_done.clear();
    m_differs.reset();
    if (!m_wanted.empty())
        m_differs = m_memory.indices(static_cast<std::int64_t>(m_wanted.size()), 1, Use::Buffers);
}

std::span<const plan::Op> Reruns::after(std::size_t place) const
{
    const auto found = m_places.find(place);
    return found == m_places.end() ? std::span<const plan::Op>{} : found->second;
}

void Reruns::keep(const plan::Op& op, const Matrix& result)
{
    Held copy = m_memory.matrix(result.rows, result.columns, result.type, Use::Buffers);
    m_kernels.copy(copy.view, result);
    const DeviceBytes bytes = bytesIn(copy.view);
    m_kept.insert_or_assign(op, Kept{std::move(copy), bytes});
}

void Reruns::keep(const plan::Op& op, Slot loss)
{
    m_kept.insert_or_assign(op, Kept{{}, loss.inBytes()});
}

void Reruns::compare(const plan::Op& op, DeviceBytes result, Mark start, Mark end)
{
    const auto kept = m_kept.find(op);
    if (kept == m_kept.end())
        return;
    assert(kept->second.bytes.size == result.size);
    const auto number = static_cast<std::int64_t>(m_done.size());
    m_kernels.compareBits(m_differs.view.rowRange(number, 1), kept->second.bytes, result);
    m_done.push_back({op, start, end});
    m_kept.erase(kept);
}

void Reruns::finishStep()
{
    if (m_done.empty())
        return;
    std::vector<std::int32_t> differs(m_done.size());
    engine::downloadValues(m_memory.store(), std::span(differs),
                           m_differs.view.values().part(0, differs.size()));
    for (std::size_t i = 0; i < m_done.size(); ++i)
        m_finished.push_back({m_done[i].op, must(m_lanes.time(m_done[i].start)),
                              must(m_lanes.time(m_done[i].end)), differs[i] == 0});
    m_done.clear();
}

std::vector<Rerun> Reruns::take() { return std::exchange(m_finished, {}); }

} // namespace training
