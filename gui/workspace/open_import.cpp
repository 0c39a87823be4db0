#include "gui/workspace/open_import.h"

namespace gui {

OpenImport::OpenImport(std::shared_ptr<const ForeignTrace> trace)
    : m_trace(std::move(trace))
    , m_shown(m_trace->typical)
{
}

StepWork workOf(const ForeignTrace& trace) { return workOf(strategyOf(trace, trace.typical)); }

} // namespace gui
