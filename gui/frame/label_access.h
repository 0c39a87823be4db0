// What screen readers are told of a label that has a name of its own: "Step: 165 ms", the name and
// what stands there. Qt tells them the name alone.

#pragma once

class QLabel;

namespace gui {

// From then on it is so for every label. Call it before there is one, for Qt keeps what first tells
// of a widget; to call it again does nothing.
void installLabelAccess();

// Tells who listens that the label says something else now. Qt does so only for labels without a
// name of their own.
void tellNewText(QLabel& label);

} // namespace gui
