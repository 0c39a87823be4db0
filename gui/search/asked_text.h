// What a search or a sweep is asked, as a text that can be kept: JSON in one line.

#pragma once

#include "engine/strategy/search/search.h"
#include "engine/strategy/search/sweep.h"

#include <QString>

#include <vector>

namespace gui {

// Devices, tokens per second and free fields.
QString askedText(const strategy::SearchAsked& asked);
QString askedText(const std::vector<strategy::SweptField>& fields);

// The way back. What cannot be read is left at its default, or out.
strategy::SearchAsked searchAsked(const QString& text);
std::vector<strategy::SweptField> sweptFields(const QString& text);

} // namespace gui
