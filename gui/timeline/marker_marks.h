// The markers and the cursor: a line over the rows each, and a tag on the ruler.

#pragma once

#include "gui/timeline/chrome.h"
#include "gui/timeline/markers.h"

#include <QStringList>

#include <optional>

namespace gui {

// What the tag of a marker tells, the most first, for there may be no room: its number alone is the
// last. `cursor`: empty where the pointer is not over the plot. With one, how far that is from the
// marker; without, when the marker is, and how far the active one is from it.
QStringList markerWords(const Marker& marker, const Markers& markers,
                        std::optional<Nanoseconds> cursor, TimeUnit unit);

// The cursor's own tag tells how far it is from the active marker.
void paintMarkers(QPainter& painter, const ChromeView& view, const Markers& markers,
                  std::optional<Nanoseconds> cursor);

// The number of the marker whose tag, or line on the ruler, is at that place; 0: none.
int markerAt(const ChromeView& view, const QFontMetrics& metrics, const Markers& markers,
             QPoint position);

} // namespace gui
