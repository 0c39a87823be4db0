// The groups of the editor, each a titled section at the end of `column` with its rows in `rows`.
// Widgets belong to the column's widget; `rows` must live until they are to be used no more.

#pragma once

#include "gui/editor/editor_rows.h"

class QVBoxLayout;

namespace gui {

// Name, shape, division of the layers, schedule and its options.
void addPipelineGroup(EditorRows& rows, QVBoxLayout* column);

// The model, or a button that adds one.
void addModelGroup(EditorRows& rows, QVBoxLayout* column);

// The device that every rank runs on, and what connects them.
void addClusterGroup(EditorRows& rows, QVBoxLayout* column);

// What the ops of a stage cost, in microseconds: given, or worked out from the model.
void addCostGroup(EditorRows& rows, QVBoxLayout* column);

} // namespace gui
