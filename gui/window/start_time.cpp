#include "gui/window/start_time.h"

#include <QFile>
#include <QList>

#include <ctime>
#include <unistd.h>

namespace gui {

std::optional<std::chrono::milliseconds> sinceProcessStart()
{
    QFile file(QStringLiteral("/proc/self/stat"));
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    // The second field, the name, may hold anything but ends at the last parenthesis; the 22nd is
    // the start in ticks since boot.
    const QByteArray text = file.readAll();
    const QList<QByteArray> fields = text.mid(text.lastIndexOf(')') + 2).split(' ');
    const long ticksPerSecond = sysconf(_SC_CLK_TCK);
    timespec now{};
    if (fields.size() < 20 || ticksPerSecond <= 0 || clock_gettime(CLOCK_BOOTTIME, &now) != 0)
        return std::nullopt;
    const long long started = fields[19].toLongLong() * 1000 / ticksPerSecond;
    const long long ms = now.tv_sec * 1000LL + now.tv_nsec / 1'000'000 - started;
    return std::chrono::milliseconds(ms);
}

} // namespace gui
