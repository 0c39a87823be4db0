// A sheet whose failures stand in a strip over what it shows.

#pragma once

#include "gui/window/sheet.h"

namespace gui {

class NoticeStrip;

class StripSheet : public Sheet {
    Q_OBJECT
public:
    void showFailure(const QString& sentence) override;

protected:
    explicit StripSheet(QWidget* parent);
    // Once, by the constructor of what derives from it; it becomes a child.
    void setMiddle(QWidget* middle);

private:
    NoticeStrip* m_failure; // child
};

} // namespace gui
