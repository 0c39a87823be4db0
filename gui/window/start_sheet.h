// The sheet of the start page: what is chosen there opens in its place.

#pragma once

#include "gui/live/run_program.h"
#include "gui/window/strip_sheet.h"
#include "gui/workspace/open_start.h"

class QSettings;

namespace gui {

class RunLibrary;
class StartPage;

class StartSheet : public StripSheet {
    Q_OBJECT
public:
    // `open` must outlive the sheet; the others are used while it can be shown.
    StartSheet(OpenStart& open, const QSettings& settings, RunLibrary& runs, QWidget* parent);

    OpenItem& item() override { return m_open; }
    StartPage& page() { return *m_page; }
    QWidget* focused() override;

signals:
    void presetChosen(const QString& path);
    void fileChosen(const QString& path);
    void runChosen(const RunEntry& run);
    void openWanted();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void showRuns();

    OpenStart& m_open;
    const QSettings& m_settings;
    RunLibrary& m_runs;
    StartPage* m_page; // child
};

} // namespace gui
