#include "gui/timeline/markers.h"

#include <algorithm>

namespace gui {
namespace {

auto placeOf(const std::vector<Marker>& all, int number)
{
    return std::find_if(all.begin(), all.end(),
                        [number](const Marker& each) { return each.number == number; });
}

} // namespace

const Marker* Markers::active() const
{
    const auto found = placeOf(m_all, m_active);
    return found == m_all.end() ? nullptr : &*found;
}

void Markers::set(Nanoseconds time, bool lasts)
{
    m_selected = 0;
    for (Marker& each : m_all)
        if (each.time == time) {
            each.lasts = each.lasts || lasts;
            m_active = each.number;
            return;
        }
    int number = 1;
    auto place = m_all.begin();
    for (; place != m_all.end() && place->number == number; ++place)
        ++number;
    m_all.insert(place, {time, number, lasts});
    m_active = number;
}

void Markers::select(int number) { m_active = m_selected = number; }

bool Markers::remove(std::optional<Nanoseconds> time)
{
    if (m_all.empty())
        return false;
    int number = m_selected != 0 ? m_selected : m_active;
    if (m_selected == 0 && (time || !active())) {
        const Nanoseconds near = time.value_or(Nanoseconds{0});
        number = std::min_element(m_all.begin(), m_all.end(),
                                  [near](const Marker& a, const Marker& b) {
                                      return std::chrono::abs(a.time - near)
                                          < std::chrono::abs(b.time - near);
                                  })
                     ->number;
    }
    forget(number);
    return true;
}

bool Markers::drop()
{
    const bool any = std::erase_if(m_all, [](const Marker& each) { return !each.lasts; }) > 0;
    if (!active())
        forget(m_active);
    return any;
}

// The one with the highest number that is left becomes the active one.
void Markers::forget(int number)
{
    std::erase_if(m_all, [number](const Marker& each) { return each.number == number; });
    if (m_selected == number)
        m_selected = 0;
    if (m_active == number)
        m_active = m_all.empty() ? 0 : m_all.back().number;
}

} // namespace gui
