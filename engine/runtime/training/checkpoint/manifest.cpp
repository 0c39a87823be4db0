#include "engine/runtime/training/checkpoint/manifest.h"

#include "engine/runtime/training/checkpoint/model_fields.h"
#include "engine/strategy/strict_json.h"
#include "telemetry/crc32c.h"

#include <limits>
#include <optional>
#include <span>

namespace training {
namespace {

using Json = nlohmann::json;
using strategy::memberOf;
using strategy::naturalIn;
using strategy::parseStrictJson;

constexpr int kVersion = 1;
constexpr std::uint64_t kMaxCrc = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kMaxCount = std::numeric_limits<std::int64_t>::max();
constexpr const char* kVersionKey = "bubblescope_checkpoint";

std::string plainText(const Json& json, int indent)
{
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

// Of the text without spaces, so that a file may be indented for people and still have one sum.
std::uint32_t sumOf(const Json& json)
{
    const std::string text = plainText(json, -1);
    return telemetry::crc32c(std::as_bytes(std::span(text)));
}

Json modelJson(const strategy::Model& model)
{
    Json json;
    for (const auto& field : kModelNumbers)
        json[field.name] = model.*field.member;
    for (const auto& field : kModelSwitches)
        json[field.name] = model.*field.member;
    forEachModelChoice(
        [&](const auto& field) { json[field.name] = strategy::wordOf(model.*field.member); });
    return json;
}

std::optional<strategy::Model> parseModel(const Json* json)
{
    if (json == nullptr)
        return std::nullopt;
    strategy::Model model;
    for (const auto& field : kModelNumbers) {
        const auto number = naturalIn(*json, field.name, std::numeric_limits<int>::max());
        if (!number)
            return std::nullopt;
        model.*field.member = static_cast<int>(*number);
    }
    for (const auto& field : kModelSwitches) {
        const Json* value = memberOf(*json, field.name);
        if (value == nullptr || !value->is_boolean())
            return std::nullopt;
        model.*field.member = value->get<bool>();
    }
    bool known = true;
    forEachModelChoice([&]<class Choice>(const ModelField<Choice>& field) {
        const Json* value = memberOf(*json, field.name);
        const auto choice = value != nullptr && value->is_string()
            ? strategy::choiceOf<Choice>(value->get_ref<const std::string&>())
            : std::nullopt;
        known = known && choice.has_value();
        model.*field.member = choice.value_or(Choice{});
    });
    return known ? std::optional(model) : std::nullopt;
}

std::optional<FileSums> parseSums(const Json* json)
{
    const Json* tensors = json == nullptr ? nullptr : memberOf(*json, "tensors");
    const auto header = json == nullptr ? std::nullopt : naturalIn(*json, "header_crc32c", kMaxCrc);
    if (!header || tensors == nullptr || !tensors->is_object())
        return std::nullopt;
    FileSums sums;
    sums.header = static_cast<std::uint32_t>(*header);
    for (const auto& [name, value] : tensors->items()) {
        if (!value.is_number_unsigned() || value.get<std::uint64_t>() > kMaxCrc)
            return std::nullopt;
        sums.tensors.emplace(name, static_cast<std::uint32_t>(value.get<std::uint64_t>()));
    }
    return sums;
}

std::optional<Manifest> parseWhole(const Json& json)
{
    const auto step = naturalIn(json, "step", kMaxCount);
    const auto samples = naturalIn(json, "samples", kMaxCount);
    const auto seed = naturalIn(json, "seed", kMaxCount);
    const auto model = parseModel(memberOf(json, "model"));
    const Json* text = memberOf(json, "strategy");
    const Json* files = memberOf(json, "files");
    if (!step || !samples || !seed || !model || text == nullptr || !text->is_string()
        || files == nullptr)
        return std::nullopt;
    Manifest manifest;
    manifest.info = {static_cast<std::int64_t>(*step),
                     static_cast<std::int64_t>(*samples),
                     static_cast<std::int64_t>(*seed),
                     text->get<std::string>(),
                     *model,
                     {}};
    // Came later than the format: files without it are read as before.
    if (memberOf(json, "updates") != nullptr) {
        const auto updates = naturalIn(json, "updates", *step);
        if (!updates)
            return std::nullopt;
        manifest.info.updates = static_cast<std::int64_t>(*updates);
    }
    for (std::size_t i = 0; i < kTensorFiles.size(); ++i) {
        auto sums = parseSums(memberOf(*files, kTensorFiles[i]));
        if (!sums)
            return std::nullopt;
        manifest.files[i] = *std::move(sums);
    }
    return manifest;
}

// The fields that may be left to a default, with it in their place.
strategy::Model written(strategy::Model model)
{
    model.kvHeads = model.kvHeads == 0 ? model.heads : model.kvHeads;
    model.ffnHidden = model.ffnHidden == 0 ? 4 * model.hidden : model.ffnHidden;
    model.expertFfnHidden = model.expertFfnHidden == 0 ? model.ffnHidden : model.expertFfnHidden;
    // Rotary positions are no weights, so samples may become longer or shorter.
    if (model.positions == strategy::Positions::Rotary)
        model.sequence = 0;
    return model;
}

plan::Error differs(const std::string& name, const std::string& stored, const std::string& wanted)
{
    return {"model." + name + " is " + stored + " in the checkpoint, and the strategy needs "
            + wanted};
}

} // namespace

std::size_t fileOf(StatePart part) { return part == StatePart::Weights ? 0 : 1; }

std::string storedName(StatePart part, const std::string& name)
{
    switch (part) {
    case StatePart::Weights:
        return name;
    case StatePart::FirstMoments:
        return name + ".exp_avg";
    case StatePart::SecondMoments:
        break;
    }
    return name + ".exp_avg_sq";
}

std::string manifestText(const Manifest& manifest)
{
    Json json = {{kVersionKey, kVersion},
                 {"step", manifest.info.step},
                 {"samples", manifest.info.samples},
                 {"seed", manifest.info.seed},
                 {"strategy", manifest.info.strategy},
                 {"model", modelJson(manifest.info.model)}};
    if (manifest.info.updates)
        json["updates"] = *manifest.info.updates;
    for (std::size_t i = 0; i < kTensorFiles.size(); ++i)
        json["files"][kTensorFiles[i]] = {{"header_crc32c", manifest.files[i].header},
                                          {"tensors", Json(manifest.files[i].tensors)}};
    // As a reader will see it: numbers without a sign, characters that JSON can carry.
    json = Json::parse(plainText(json, -1));
    json["crc32c"] = sumOf(json);
    return plainText(json, 1) + '\n';
}

plan::Result<Manifest> parseManifest(std::string_view text)
{
    auto json = parseStrictJson(text);
    if (!json)
        return json.error();
    const auto version = naturalIn(*json, kVersionKey, kMaxCount);
    if (!version)
        return plan::Error{"is not of a checkpoint, or damaged"};
    if (*version != kVersion)
        return plan::Error{"is of version " + std::to_string(*version)
                           + " of the format, and this program reads version "
                           + std::to_string(kVersion)};
    const auto sum = naturalIn(*json, "crc32c", kMaxCrc);
    json->erase("crc32c");
    if (!sum || *sum != sumOf(*json))
        return plan::Error{"is damaged: what it says does not have the sum that it gives"};
    auto manifest = parseWhole(*json);
    if (!manifest)
        return plan::Error{"lacks something that a checkpoint says"};
    return *std::move(manifest);
}

plan::Outcome checkSameModel(const strategy::Model& stored, const strategy::Model& wanted)
{
    // Compared by what is meant, since one strategy may write out what another leaves to the
    // default.
    const strategy::Model a = written(stored);
    const strategy::Model b = written(wanted);
    plan::Outcome choices = plan::done();
    forEachModelChoice([&](const auto& field) {
        if (choices && a.*field.member != b.*field.member)
            choices = differs(field.name, strategy::wordOf(a.*field.member),
                              strategy::wordOf(b.*field.member));
    });
    if (!choices)
        return choices;
    for (const auto& field : kModelNumbers)
        if (a.*field.member != b.*field.member)
            return differs(field.name, std::to_string(a.*field.member),
                           std::to_string(b.*field.member));
    for (const auto& field : kModelSwitches)
        if (a.*field.member != b.*field.member)
            return differs(field.name, a.*field.member ? "true" : "false",
                           b.*field.member ? "true" : "false");
    return plan::done();
}

} // namespace training
