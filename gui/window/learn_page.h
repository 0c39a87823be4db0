// The panel of Learn, as sheets and the window show it.

#pragma once

#include <string_view>

class QWidget;

namespace gui {

class OpenCommands;

// With that schedule in front. One that is tried out opens as a tab through `opener`, which must
// outlive the page.
QWidget* makeLearnPage(OpenCommands& opener, std::string_view schedule, QWidget* parent);

} // namespace gui
