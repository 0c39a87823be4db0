// What stands in each section of the editor. Rows are added to `rows`, which must live until they
// are to be used no more; widgets belong to their section.

#pragma once

#include "gui/editor/editor_rows.h"

namespace gui {

class OwnDevices;

// Name, schedule and its options, microbatches and samples.
void addScheduleGroup(EditorRows& rows, EditorSection& section);

// How the model is cut, and which stage has which layers.
void addParallelGroup(EditorRows& rows, EditorSection& section);

// The model, or what adds one.
void addModelGroup(EditorRows& rows, EditorSection& section);

// The device that every rank runs on, and what connects them. `own` must outlive the section.
void addClusterGroup(EditorRows& rows, EditorSection& section, const OwnDevices& own);

// What the ops of a stage cost, in microseconds: given, or worked out from the model.
void addCostGroup(EditorRows& rows, EditorSection& section);

// Else they are worked out, and there is nothing to type.
bool costsAreGiven(const strategy::Strategy& strategy);

} // namespace gui
