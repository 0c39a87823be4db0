// Every command and every key there is, in words: what the help dialog and the manual page list.

#pragma once

#include <QString>

#include <vector>

namespace gui {

struct HelpEntry {
    QString group; // "File"; entries of one group stand together
    QString name;  // "Save as…"; empty for what has no command, as keys of the timeline
    QString keys;  // as the platform writes them, several with a comma between; may be empty
    QString does;  // a phrase
};

// Of the table of commands, in the order of the menus, and behind them the keys of the timeline. In
// the language of the window, or in English where there is no application yet.
std::vector<HelpEntry> helpEntries();

} // namespace gui
