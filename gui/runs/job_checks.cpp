#include "gui/runs/job_checks.h"

#include "engine/launch/slurm/slurm_names.h"
#include "engine/launch/slurm/slurm_time.h"
#include "gui/runs/run_words.h"
#include "gui/text/joined.h"

#include <QCoreApplication>

namespace gui {

std::vector<LaunchFinding> checkJob(const JobOptions& job)
{
    std::vector<LaunchFinding> found;
    // By the names that the fields have in the form.
    const auto add = [&found](const char* name, const char* sentence) {
        const QString field = QCoreApplication::translate("gui::JobForm", name);
        found.push_back(
            {LaunchFinding::Weight::Problem, labelled(field, runsText(sentence)), field});
    };
    const char* const aName = QT_TRANSLATE_NOOP(
        "Runs", "must be letters, digits and ._-+@:/=, the first a letter or a digit");
    if (!job.partition.isEmpty() && launch::slurmNamesIn(job.partition.toStdString()).empty())
        add(QT_TRANSLATE_NOOP("gui::JobForm", "Partition"),
            QT_TRANSLATE_NOOP("Runs",
                              "must be letters, digits and ._-+@:/=, the first a letter or a "
                              "digit, with commas between several names"));
    if (!job.account.isEmpty() && !launch::isSlurmName(job.account.toStdString()))
        add(QT_TRANSLATE_NOOP("gui::JobForm", "Account"), aName);
    if (!job.qos.isEmpty() && !launch::isSlurmName(job.qos.toStdString()))
        add(QT_TRANSLATE_NOOP("gui::JobForm", "QOS"), aName);
    if (!job.time.isEmpty() && !launch::parseSlurmTime(job.time.toStdString()))
        add(QT_TRANSLATE_NOOP("gui::JobForm", "Time limit"),
            QT_TRANSLATE_NOOP("Runs",
                              "must be minutes, hours:minutes:seconds or "
                              "days-hours:minutes:seconds, a year at most"));
    if (!job.memory.isEmpty() && !launch::isSlurmMemory(job.memory.toStdString()))
        add(QT_TRANSLATE_NOOP("gui::JobForm", "Memory per node"),
            QT_TRANSLATE_NOOP("Runs",
                              "must be a number and K, M, G or T, or 0 for all that a node has"));
    return found;
}

} // namespace gui
