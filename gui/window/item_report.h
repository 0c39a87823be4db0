// What all reports of the window have in common.

#pragma once

#include "gui/export/report.h"
#include "gui/frame/verdict.h"

#include <QStringList>

namespace gui {

ReportMood moodOf(Mood mood);

// The numbers of the verdict bar, with what stands beside them.
std::vector<ReportNumber> reportNumbers(const Verdict& verdict);

// Where the numbers come from, then who wrote the report, and when.
QStringList provenanceOf(const Verdict& verdict, const QStringList& more = {});

} // namespace gui
