#include "engine/runtime/training/checkpoint/safetensors.h"

#include "engine/strategy/strict_json.h"
#include "engine/strategy/text_limits.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <tuple>

namespace training {

static_assert(std::endian::native == std::endian::little, "values are written as they lie");

namespace {

using Json = nlohmann::json;
using strategy::memberOf;
using strategy::parseStrictJson;

constexpr std::uint64_t kLengthBytes = 8;
constexpr std::uint64_t kAlignment = 8;
constexpr std::size_t kMaxDimensions = 8;

std::optional<Type> typeOf(const Json* dtype)
{
    if (dtype == nullptr || !dtype->is_string())
        return std::nullopt;
    const auto& text = dtype->get_ref<const std::string&>();
    if (text == "F32")
        return Type::F32;
    return text == "BF16" ? std::optional(Type::BF16) : std::nullopt;
}

// The numbers of a list of at most `most`, each in [0, limit].
std::optional<std::vector<std::uint64_t>> numbersOf(const Json* list, std::size_t most,
                                                    std::uint64_t limit)
{
    if (list == nullptr || !list->is_array() || list->size() > most)
        return std::nullopt;
    std::vector<std::uint64_t> numbers;
    for (const Json& number : *list) {
        if (!number.is_number_unsigned() || number.get<std::uint64_t>() > limit)
            return std::nullopt;
        numbers.push_back(number.get<std::uint64_t>());
    }
    return numbers;
}

// Their product, unless it is more than a tensor may have.
std::optional<std::uint64_t> elementsOf(const std::vector<std::uint64_t>& shape)
{
    std::uint64_t elements = 1;
    for (const std::uint64_t length : shape) {
        // Divided, since the lengths are a stranger's and their product may overflow.
        if (length != 0 && elements > kMaxTensorElements / length)
            return std::nullopt;
        elements *= length;
    }
    return elements;
}

plan::Result<StoredTensor> parseTensor(const std::string& name, const Json& json,
                                       std::uint64_t dataBytes)
{
    StoredTensor tensor;
    tensor.name = name;
    const auto type = typeOf(memberOf(json, "dtype"));
    if (!type)
        return plan::Error{name + " has a dtype that is neither F32 nor BF16"};
    tensor.type = *type;
    const auto shape = numbersOf(memberOf(json, "shape"), kMaxDimensions, kMaxTensorElements);
    const auto elements = shape ? elementsOf(*shape) : std::nullopt;
    if (!elements)
        return plan::Error{name + " has no shape of at most " + std::to_string(kMaxDimensions)
                           + " lengths and " + std::to_string(kMaxTensorElements) + " values"};
    tensor.shape.assign(shape->begin(), shape->end());
    const auto range = numbersOf(memberOf(json, "data_offsets"), 2, dataBytes);
    if (!range || range->size() != 2 || (*range)[0] > (*range)[1])
        return plan::Error{name + " has no data_offsets within the " + std::to_string(dataBytes)
                           + " bytes of data; the file is cut short or damaged"};
    tensor.first = (*range)[0];
    tensor.end = (*range)[1];
    if (tensor.bytes() != *elements * bytesOf(tensor.type))
        return plan::Error{name + " has " + std::to_string(tensor.bytes())
                           + " bytes, and its shape needs "
                           + std::to_string(*elements * bytesOf(tensor.type))};
    return tensor;
}

plan::Result<std::map<std::string, std::string>> parseMetadata(const Json& json)
{
    if (!json.is_object())
        return plan::Error{"__metadata__ is not an object"};
    std::map<std::string, std::string> metadata;
    for (const auto& [key, value] : json.items()) {
        if (!value.is_string())
            return plan::Error{"__metadata__ holds something other than strings"};
        metadata.emplace(key, value.get<std::string>());
    }
    return metadata;
}

// Sorts them; the data must be theirs from its first byte to its last.
plan::Outcome arrange(std::vector<StoredTensor>& tensors, std::uint64_t dataBytes)
{
    std::sort(tensors.begin(), tensors.end(), [](const StoredTensor& a, const StoredTensor& b) {
        return std::tie(a.first, a.end, a.name) < std::tie(b.first, b.end, b.name);
    });
    std::uint64_t end = 0;
    for (const StoredTensor& tensor : tensors) {
        // Neither gap nor overlap: bytes that belong to no tensor could hide anything, and the
        // format forbids them.
        if (tensor.first != end)
            return plan::Error{tensor.name + " begins at byte " + std::to_string(tensor.first)
                               + " of the data, and the tensor before it ends at "
                               + std::to_string(end)};
        end = tensor.end;
    }
    if (end != dataBytes)
        return plan::Error{"the tensors end at byte " + std::to_string(end)
                           + " of the data, and there are " + std::to_string(dataBytes)};
    return plan::done();
}

} // namespace

bool isTensorName(std::string_view name)
{
    return !name.empty() && name.size() <= kMaxTensorName && name != "__metadata__"
        && strategy::isOneLine(name);
}

plan::Result<std::uint64_t> safetensorsDataStart(std::string_view firstEight,
                                                 std::uint64_t fileBytes)
{
    if (firstEight.size() < kLengthBytes || fileBytes < kLengthBytes)
        return plan::Error{"is too short for a safetensors file"};
    std::uint64_t length = 0;
    std::memcpy(&length, firstEight.data(), kLengthBytes);
    // The number is a stranger's: it is held against the file before memory is taken for it.
    if (length > kMaxHeaderBytes || length > fileBytes - kLengthBytes)
        return plan::Error{"says its header has " + std::to_string(length)
                           + " bytes; the file is cut short or no safetensors file"};
    if (length % kAlignment != 0)
        return plan::Error{"has a header of " + std::to_string(length)
                           + " bytes, which is not a multiple of 8"};
    return kLengthBytes + length;
}

plan::Result<SafetensorsHeader> parseSafetensors(std::string_view start, std::uint64_t fileBytes)
{
    const auto dataStart = safetensorsDataStart(start.substr(0, kLengthBytes), fileBytes);
    if (!dataStart)
        return dataStart.error();
    if (start.size() != *dataStart)
        return plan::Error{"ends within its header"};
    const auto json = parseStrictJson(start.substr(kLengthBytes));
    if (!json)
        return plan::Error{"has a header that " + json.error().message};

    SafetensorsHeader header;
    header.dataStart = *dataStart;
    const std::uint64_t dataBytes = fileBytes - *dataStart;
    for (const auto& [name, value] : json->items()) {
        if (name == "__metadata__") {
            auto metadata = parseMetadata(value);
            if (!metadata)
                return metadata.error();
            header.metadata = *std::move(metadata);
            continue;
        }
        if (!isTensorName(name))
            return plan::Error{"has a tensor whose name cannot be printed or is too long"};
        auto tensor = parseTensor(name, value, dataBytes);
        if (!tensor)
            return tensor.error();
        header.tensors.push_back(*std::move(tensor));
    }
    if (const auto arranged = arrange(header.tensors, dataBytes); !arranged)
        return arranged.error();
    return header;
}

std::string safetensorsStart(std::vector<StoredTensor>& tensors)
{
    // Transformers asks for this word before it reads a file.
    Json json = {{"__metadata__", {{"format", "pt"}}}};
    std::uint64_t end = 0;
    for (StoredTensor& tensor : tensors) {
        tensor.type = Type::F32;
        tensor.first = end;
        std::uint64_t bytes = bytesOf(tensor.type);
        for (const std::int64_t length : tensor.shape)
            bytes *= static_cast<std::uint64_t>(length);
        tensor.end = end += bytes;
        json[tensor.name] = {{"dtype", "F32"},
                             {"shape", tensor.shape},
                             {"data_offsets", {tensor.first, tensor.end}}};
    }
    std::string text = json.dump();
    text.resize((text.size() + kAlignment - 1) / kAlignment * kAlignment, ' ');
    const std::uint64_t length = text.size();
    std::string start(kLengthBytes, '\0');
    std::memcpy(start.data(), &length, kLengthBytes);
    return start + text;
}

} // namespace training
