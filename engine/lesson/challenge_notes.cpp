#include "engine/lesson/challenge_notes.h"

#include "engine/strategy/strict_json.h"

namespace lesson {
namespace {

using nlohmann::json;

constexpr int kNotesVersion = 1;
constexpr std::size_t kMostNotedOps = 4096; // of a day

json jsonOf(const std::vector<std::vector<plan::Op>>& order)
{
    json rows = json::array();
    for (const auto& ops : order) {
        json row = json::array();
        for (const plan::Op& op : ops)
            row.push_back(plan::toText(op));
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<std::vector<plan::Op>> orderOf(const json& rows)
{
    std::vector<std::vector<plan::Op>> order;
    std::size_t ops = 0;
    for (const json& row : rows) {
        order.emplace_back();
        if (!row.is_array())
            continue;
        for (const json& text : row) {
            const auto op = text.is_string() ? plan::parseOp(text.get_ref<const std::string&>())
                                             : std::nullopt;
            if (op && ++ops <= kMostNotedOps)
                order.back().push_back(*op);
        }
    }
    return order;
}

} // namespace

std::string toJson(const ChallengeNotes& notes)
{
    json laid = json::object();
    std::size_t days = 0;
    for (auto day = notes.laid.rbegin(); day != notes.laid.rend() && days < kMostNotedDays;
         ++day, ++days)
        laid[toText(day->first)] = jsonOf(day->second);
    return json{{"bubblescope_challenges", kNotesVersion},
                {"player", notes.player},
                {"folder", notes.folder},
                {"laid", laid}}
               .dump(1, ' ', false, json::error_handler_t::replace)
        + '\n';
}

plan::Result<ChallengeNotes> challengeNotesOf(std::string_view text)
{
    const auto object = strategy::parseStrictJson(text);
    if (!object)
        return object.error();
    if (strategy::naturalIn(*object, "bubblescope_challenges", kNotesVersion) != kNotesVersion)
        return plan::Error{"holds no challenges of this version"};
    ChallengeNotes notes{.player = strategy::textIn(*object, "player").value_or(""),
                         .folder = strategy::textIn(*object, "folder").value_or("")};
    const json* const laid = strategy::memberOf(*object, "laid");
    if (!laid || !laid->is_object())
        return notes;
    for (const auto& [day, rows] : laid->items())
        if (const auto date = dateOf(day); date && rows.is_array())
            notes.laid[*date] = orderOf(rows);
    return notes;
}

BuildBoard boardOf(const Challenge& challenge, const PlannedPtr& like, const plan::Schedule* from)
{
    BoardOptions options{.cap = {challenge.cap}, .split = true};
    if (!from)
        return {like, std::move(options)};
    return {like, std::move(options), Planned::ofOrder(*like, *from).get()};
}

BuildBoard relaid(const Challenge& challenge, const PlannedPtr& like,
                  const std::vector<std::vector<plan::Op>>& order)
{
    BuildBoard board = boardOf(challenge, like);
    const plan::Placement& placement = board.schedule().placement;
    const plan::Shape& shape = board.schedule().shape;
    for (std::size_t rank = 0; rank < order.size(); ++rank)
        for (const plan::Op& op : order[rank]) {
            const bool isOfShape = op.stage < shape.stages() && op.microbatch < shape.microbatches;
            if (isOfShape && placement.rankOf(op) == int(rank))
                (void)board.append(op);
        }
    return board;
}

} // namespace lesson
