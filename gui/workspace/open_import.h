// A trace of another framework that is open: measured, and without a run behind it.

#pragma once

#include "gui/exchange/foreign_file.h"
#include "gui/live/step_work.h"
#include "gui/workspace/open_item.h"

namespace gui {

class OpenImport : public OpenItem {
    Q_OBJECT
public:
    // Never null.
    explicit OpenImport(std::shared_ptr<const ForeignTrace> trace);

    const ForeignTrace& trace() const { return *m_trace; }
    const std::shared_ptr<const ForeignTrace>& sharedTrace() const { return m_trace; }

    // Of its iterations, from 0; the typical one at first.
    std::size_t shown() const { return m_shown; }
    void setShown(std::size_t iteration) { m_shown = iteration; }

    QString title() const override { return m_trace->title; }
    QString tip() const override { return m_trace->folder; }
    QString source() const override { return m_trace->folder; }

private:
    std::shared_ptr<const ForeignTrace> m_trace;
    std::size_t m_shown;
};

// Of every iteration, however long each took: what the typical one costs is taken for its work.
StepWork workOf(const ForeignTrace& trace);

} // namespace gui
