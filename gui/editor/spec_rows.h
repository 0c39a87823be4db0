// The rows of the editor that come from tables of fields (field_specs.h).

#pragma once

#include "gui/editor/editor_rows.h"
#include "gui/editor/field_specs.h"

namespace gui {

// At the end of `section`: the first ones, and the rest among the advanced rows. `onlyWhere`: the
// strategies they mean anything for; empty: all.
void addSpecs(EditorRows& rows, EditorSection& section, const SectionSpecs& specs,
              const EditorRows::Shows& onlyWhere = {});

// One row each.
void addIntegers(EditorRows& rows, EditorSection& section, std::span<const IntegerSpec> specs);

} // namespace gui
