// Rows of a form that come and go.

#pragma once

class QFormLayout;
class QWidget;

namespace gui {

// Shows or hides the row of `form` in which `field` stands, with its label. Rows must be hidden by
// this alone: neither by QFormLayout::setRowVisible() nor by hiding what stands in them, both of
// which make Qt 6.4 write outside its memory.
void showRow(QFormLayout* form, QWidget* field, bool visible);

} // namespace gui
