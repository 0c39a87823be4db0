// The rows of the editor that come from tables of fields (field_specs.h).

#pragma once

#include "gui/editor/editor_rows.h"
#include "gui/editor/field_specs.h"

namespace gui {

// The rows of a section at the end of `form`: the first ones, and the rest behind a fold.
// `onlyWhere`: the strategies they mean anything for; empty: all.
void addSpecs(EditorRows& rows, QFormLayout* form, const SectionSpecs& specs,
              const EditorRows::Shows& onlyWhere = {});

// One row each.
void addIntegers(EditorRows& rows, QFormLayout* form, std::span<const IntegerSpec> specs);

} // namespace gui
