#include "gui/window/start_sheet.h"

#include "gui/document/recent_files.h"
#include "gui/runs/run_library.h"
#include "gui/runs/run_words.h"
#include "gui/start/start_page.h"

#include <QDateTime>
#include <QListView>

#include <algorithm>

namespace gui {
namespace {

constexpr std::size_t kRunsListed = 20;

// "○ completed · 3 h ago · 4 ranks · emulated"
QString summaryOf(const RunEntry& run, const RunDigest* digest)
{
    const QString standing
        = standingMark(standingOf(run, digest)) + QLatin1Char(' ') + standingText(run, digest);
    QStringList parts{standing, ageText(startOf(run), QDateTime::currentDateTimeUtc()),
                      kindText(run, digest)};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

} // namespace

StartSheet::StartSheet(OpenStart& open, const QSettings& settings, RunLibrary& runs,
                       QWidget* parent)
    : StripSheet(parent)
    , m_open(open)
    , m_settings(settings)
    , m_runs(runs)
    , m_page(new StartPage(this))
{
    setMiddle(m_page);
    connect(m_page, &StartPage::presetChosen, this, &StartSheet::presetChosen);
    connect(m_page, &StartPage::fileChosen, this, &StartSheet::fileChosen);
    connect(m_page, &StartPage::runChosen, this, [this](const QString& id) {
        const std::vector<RunEntry>& all = m_runs.runs();
        const auto chosen = std::find_if(all.begin(), all.end(),
                                         [&id](const RunEntry& run) { return idOf(run) == id; });
        if (chosen != all.end())
            emit runChosen(RunEntry(*chosen)); // the list may change meanwhile
    });
    connect(&runs, &RunLibrary::listed, this, &StartSheet::showRuns);
    connect(&runs, &RunLibrary::digested, this, &StartSheet::showRuns);
    connect(m_page, &StartPage::openWanted, this, &StartSheet::openWanted);
    Verdict verdict;
    verdict.numbers.push_back({.name = tr("Bubblescope"), .value = tr("Start")});
    setVerdict(verdict);
}

QWidget* StartSheet::focused() { return &m_page->presets(); }

void StartSheet::showEvent(QShowEvent* event)
{
    StripSheet::showEvent(event);
    // Both may have changed since it was last in front.
    m_page->setFiles(recentFiles(m_settings));
    m_runs.refresh();
    showRuns();
}

void StartSheet::showRuns()
{
    std::vector<StartPage::Run> shown;
    for (const RunEntry& run : m_runs.runs()) {
        if (shown.size() == kRunsListed)
            break;
        if (!run.hasBegun())
            continue; // there is nothing to open
        const RunDigestPtr digest = m_runs.digest(idOf(run));
        const QString summary = summaryOf(run, digest.get());
        shown.push_back({idOf(run), nameOf(run, digest.get()), summary,
                         run.run + QLatin1Char('\n') + summary, run.strategyCopy()});
    }
    if (!m_runs.remarks().isEmpty())
        m_page->setRunsRemark(m_runs.remarks().join(QLatin1Char('\n')));
    m_page->setRuns(shown);
}

} // namespace gui
