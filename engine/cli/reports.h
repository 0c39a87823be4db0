// The texts that the commands print: for people as strings or, where they can be long, piece by
// piece to a sink; as JSON by JsonWriter. Times are in microseconds, shares of 1.

#pragma once

#include "engine/cli/json_writer.h"
#include "engine/cli/output.h"
#include "engine/cli/source.h"
#include "engine/plan/ledger.h"
#include "engine/plan/timeline.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plan {
struct ClosedForm;
}

namespace cli {

// Every schedule with its conditions, its closed form and its memory.
std::string catalogueTable();

// The order, with the shape, the placement and the phases.
void writeScheduleJson(const Source& source, const TextSink& sink);

// A timeline to be told of, and where its time went.
struct Simulation {
    plan::Timeline timeline;
    plan::Ledger ledger;
    const char* origin = "simulated"; // or "measured": what the texts call the timeline
    // False of a timeline that was measured: then there are no costs whose origin is to be told.
    bool isPredicted() const { return origin == std::string_view("simulated"); }
    // Members that stand in the JSON's head, in that order.
    std::vector<std::pair<std::string, nlohmann::ordered_json>> further{};
};

std::string simulationTable(const Source& source, const Simulation& simulation);
void writeSimulationJson(const Source& source, const Simulation& simulation, const TextSink& sink);

// Why each bubble is there: the chain of ops it waits for, back to its root.
void writeExplanation(const Source& source, const Simulation& simulation, const TextSink& sink);
void writeExplanationJson(const Source& source, const Simulation& simulation, const TextSink& sink);

// The chain that makes the makespan; where each rank's idle time sits, and where it sits
// by formula. As text, and as members "critical_path" and "bubble_places".
std::string criticalPathText(const Source& source, const plan::Timeline& timeline);
void writeCriticalPath(JsonWriter& out, const Source& source, const plan::Timeline& timeline);
std::string bubblePlacesText(const Source& source, const plan::Timeline& timeline);
void writeBubblePlaces(JsonWriter& out, const Source& source, const plan::Timeline& timeline);

// Members "costs_of" and "costs_from", as in {"costs_of": "stage", "costs_from": "given"}.
void writeCostOrigin(JsonWriter& out, const strategy::CostOrigin& origin, plan::CostBasis basis);

// What the papers promise for these costs; nothing unless every stage, rank and hop
// costs the same and transfers are free.
std::optional<plan::ClosedForm> closedFormOf(const Source& source);

} // namespace cli
