// The texts the commands print.

#pragma once

#include "engine/cli/output.h"
#include "engine/cli/source.h"
#include "engine/plan/ledger.h"
#include "engine/plan/timeline.h"

#include <optional>
#include <string>
#include <string_view>

namespace plan {
struct ClosedForm;
}

namespace cli {

std::string catalogueTable();

// The order, with the shape, the placement and the phases.
void writeScheduleJson(const Source& source, const TextSink& sink);

struct Simulation {
    plan::Timeline timeline;
    plan::Ledger ledger;
    const char* origin = "simulated"; // or "measured"
    bool isPredicted() const { return origin == std::string_view("simulated"); }
    std::string furtherJson{}; // members that stand in the JSON's head, without a comma around
};

std::string simulationTable(const Source& source, const Simulation& simulation);
void writeSimulationJson(const Source& source, const Simulation& simulation, const TextSink& sink);

// Why each bubble is there: the chain of ops it waits for, back to its root.
void writeExplanation(const Source& source, const Simulation& simulation, const TextSink& sink);
void writeExplanationJson(const Source& source, const Simulation& simulation, const TextSink& sink);

// The chain that makes the makespan; where each rank's idle time sits, and where it sits
// by formula. JSON values.
std::string criticalPathText(const Source& source, const plan::Timeline& timeline);
std::string criticalPathJson(const Source& source, const plan::Timeline& timeline);
std::string bubblePlacesText(const Source& source, const plan::Timeline& timeline);
std::string bubblePlacesJson(const Source& source, const plan::Timeline& timeline);

// What the papers promise for these costs; nothing unless every stage, rank and hop
// costs the same and transfers are free.
std::optional<plan::ClosedForm> closedFormOf(const Source& source);

// Microseconds to the nanosecond, as JSON has numbers: "33", "1.5".
void appendUs(std::string& text, plan::Nanoseconds time);

} // namespace cli
