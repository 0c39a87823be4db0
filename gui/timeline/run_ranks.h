// The numbers that ranks of a run have, and the hosts they are on. A row of a timeline is a place
// of the pipeline; where a run has several ranks to a place, a rank's number is that of the world.

#pragma once

#include <QString>

#include <vector>

namespace gui {

// Immutable once handed over. World rank r stands at place r / each, as peer r % each.
struct RunRanks {
    int each = 1;                 // ranks at every place
    int shown = 0;                // the peer whose timeline it is
    std::vector<QString> hosts{}; // their short names, harmless to show
    std::vector<int> hostOf{};    // [world rank] into hosts; -1, or beyond the end: not known

    int number(int place, int peer) const { return place * each + peer; }
    int number(int place) const { return number(place, shown); } // of the one that is drawn
    bool areMany() const { return each > 1; }

    // Of that rank of the world; empty where it is not known, and where the run has one host.
    QString host(int number) const;
    // "n3", or of several "n96 – n127": of all ranks of a place, likewise.
    QString hostsOf(int place) const;
    // "rank 773 on n96", or without its host.
    QString inWords(int number) const;
    // "768–1023": the ranks of a place; "3" where it has one.
    QString numbersOf(int place) const;

    bool operator==(const RunRanks&) const = default;
};

} // namespace gui
