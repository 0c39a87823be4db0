#include "gui/workspace/open_item.h"

namespace gui {

OpenItem::~OpenItem() = default;

} // namespace gui
