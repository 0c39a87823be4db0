// What was open in a window, so that the next one can begin with it. A value: written to the
// settings and read from there, whatever has become of the files meanwhile.

#pragma once

#include "gui/timeline/time_axis.h"

#include <QString>

#include <vector>

class QSettings;

namespace gui {

enum class TabKind { Document, Start, Compare, Search, Sweep, Lesson, Challenge };

// It was made from a strategy.
constexpr bool isMadeKind(TabKind kind)
{
    return kind == TabKind::Compare || kind == TabKind::Search || kind == TabKind::Sweep;
}

// One of the steps of a comparison.
struct SessionSource {
    QString kind{};     // "prediction", "schedule", "step", "run" or "import"
    int of = -1;        // of the first three: the tab of the strategy
    QString schedule{}; // in the catalogue
    int chunks = 0;     // of it; 0: its own
    QString path{};     // of the others: the directory
    int iteration = 0;  // of an import, from 0

    bool operator==(const SessionSource&) const = default;
};

// One tab. Of a document at most one of `path`, `foreign` and `text` says what its strategy is; a
// run may stand beside it. What was made from a strategy says which it is by `of`, or where it is
// closed, by `name` and `text`.
struct SessionTab {
    TabKind kind = TabKind::Document;
    QString path{};      // a strategy, or a lesson in a file
    QString foreign{};   // a file or directory of another framework
    QString text{};      // of a strategy in no file, as a file of ours would hold it
    QString run{};       // by name: on show beside it
    QString recording{}; // likewise: the directory of one
    int view = 0;        // in the middle; see MiddleView
    int of = -1;         // among the tabs; -1: none of them
    QString name{};      // of a lesson of the course, too
    QString asked{};     // of a search or a sweep; see asked_text.h
    std::vector<SessionSource> sources{}; // of a comparison
    // Of the timeline; of no length: the whole step.
    Nanoseconds begin{};
    Nanoseconds end{};

    bool operator==(const SessionTab&) const = default;
};

struct Session {
    std::vector<SessionTab> tabs;
    int front = 0;
    int mode = 0; // see Mode

    bool operator==(const Session&) const = default;
};

inline constexpr int kMostTabs = 64;          // that are kept
inline constexpr int kMostKeptText = 1 << 20; // characters of one strategy

// Beyond the bounds, or of no kind that is known, a tab is left out. Every `of` of the answer is
// one of its tabs, or -1.
Session readSession(QSettings& settings);
void writeSession(QSettings& settings, const Session& session);

// Whether the next window begins with it; on at first.
bool reopensTabs(const QSettings& settings);
void setReopensTabs(QSettings& settings, bool reopens);

} // namespace gui
