#include "gui/cockpit/alarm_notices.h"

#include <algorithm>
#include <utility>

namespace gui {

AlarmNotices::AlarmNotices(ShowNotice show, std::function<bool()> isWatched, QObject* parent)
    : QObject(parent)
    , m_show(std::move(show))
    , m_isWatched(std::move(isWatched))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &AlarmNotices::flush);
}

void AlarmNotices::add(const QString& title, const Alarm& alarm)
{
    m_title = title;
    m_gathered.push_back(alarm);
    if (!m_timer.isActive())
        m_timer.start(kGatherMs);
}

void AlarmNotices::flush()
{
    const std::vector<Alarm> gathered = std::exchange(m_gathered, {});
    if (gathered.empty() || m_isWatched())
        return;
    const auto worst
        = std::min_element(gathered.begin(), gathered.end(), [](const Alarm& a, const Alarm& b) {
              return a.found.kind < b.found.kind;
          });
    QString text = worst->found.what;
    if (gathered.size() > 1)
        text += QLatin1Char('\n') + tr("and %n more alarms", nullptr, int(gathered.size()) - 1);
    m_show(m_title, text, moodOf(worst->found.kind) == Mood::Bad);
    // What comes next is gathered for longer.
    m_timer.start(kApartMs);
}

} // namespace gui
