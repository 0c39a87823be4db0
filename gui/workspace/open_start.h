// The start page as something that is open. There is at most one.

#pragma once

#include "gui/workspace/open_item.h"

namespace gui {

class OpenStart : public OpenItem {
    Q_OBJECT
public:
    QString title() const override;
    QString tip() const override;
};

} // namespace gui
