#include "engine/runtime/training/duties/device_patience.h"

#include <algorithm>

namespace training {

void DevicePatience::add(Nanoseconds step)
{
    m_steps.push_back(step);
    if (m_steps.size() > kLast)
        m_steps.pop_front();
}

Nanoseconds DevicePatience::now() const
{
    if (m_steps.empty())
        return kFirst;
    return std::max(kLeast, kSteps * *std::max_element(m_steps.begin(), m_steps.end()));
}

} // namespace training
