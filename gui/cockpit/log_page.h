// What the ranks of a run and its supervisor said, with a filter.

#pragma once

#include "gui/live/run_view.h"

#include <QWidget>

#include <cstdint>
#include <deque>

class QComboBox;
class QLineEdit;
class QPlainTextEdit;

namespace gui {

// A line as it is shown, in the language of the window.
struct ShownLogLine {
    telemetry::LogLevel level = telemetry::LogLevel::Info;
    QString text; // "rank 3: …", or "The run failed: …"; plain

    explicit ShownLogLine(const RankLogLine& line);
};

// Whether a line is shown. `words`: parts of it separated by blanks, in any order and case, all of
// which the line must have; "rank 3:" finds those of a rank.
bool isLogged(const ShownLogLine& line, telemetry::LogLevel least, const QString& words);

// Follows the run by the view's signals. Keeps as many lines as the session does. GUI thread.
class LogPage : public QWidget {
    Q_OBJECT
public:
    LogPage(RunController& controller, RunView& view, QWidget* parent = nullptr);

    QString text() const; // all lines shown

private:
    void refresh(); // appends what is new
    void showAll(); // with another filter
    void append(const ShownLogLine& line);
    telemetry::LogLevel level() const;

    RunController& m_controller;
    RunView& m_view;
    QLineEdit* m_filter; // children
    QComboBox* m_level;
    QPlainTextEdit* m_lines;
    std::deque<ShownLogLine> m_kept; // whatever the filter, the oldest first
    std::uint64_t m_total = 0;       // lines that were looked at
};

} // namespace gui
