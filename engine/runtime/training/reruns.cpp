#include "engine/runtime/training/reruns.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace training {

void Reruns::setPlaces(RerunPlaces places)
{
    m_places = std::move(places);
    m_wanted.clear();
    for (const auto& [place, ops] : m_places)
        m_wanted.insert(ops.begin(), ops.end());
}

std::span<const plan::Op> Reruns::after(std::size_t place) const
{
    const auto found = m_places.find(place);
    return found == m_places.end() ? std::span<const plan::Op>{} : found->second;
}

void Reruns::keep(const plan::Op& op, std::span<const std::byte> result, Memory& memory)
{
    Block block = memory.take(result.size(), Use::Buffers);
    std::memcpy(block.data(), result.data(), result.size());
    m_kept.insert_or_assign(op, std::move(block));
}

void Reruns::compare(const plan::Op& op, std::span<const std::byte> result, Nanoseconds start,
                     Nanoseconds end)
{
    const auto kept = m_kept.find(op);
    if (kept == m_kept.end())
        return;
    const bool same = kept->second.bytes() == result.size()
        && std::memcmp(kept->second.data(), result.data(), result.size()) == 0;
    m_done.push_back({op, start, end, same});
    m_kept.erase(kept);
}

std::vector<Rerun> Reruns::take() { return std::exchange(m_done, {}); }

void Reruns::clear()
{
    m_kept.clear();
    m_done.clear();
}

} // namespace training
