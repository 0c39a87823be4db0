#include "engine/strategy/convert/exporting.h"

#include "engine/strategy/field_access.h"

#include <algorithm>

namespace strategy {
namespace {

// A path's segments; one in quotes may hold dots.
std::vector<std::string_view> segmentsOf(std::string_view path)
{
    std::vector<std::string_view> segments;
    bool quoted = false;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (quoted && path[i] == '\\') {
            ++i;
        } else if (path[i] == '"') {
            quoted = !quoted;
        } else if (path[i] == '.' && !quoted) {
            segments.push_back(path.substr(begin, i - begin));
            begin = i + 1;
        }
    }
    segments.push_back(path.substr(begin));
    return segments;
}

// A tree of keys in the order they first come.
struct Branch {
    std::string_view name;
    const std::string* value = nullptr; // of a leaf
    std::vector<Branch> children;
    std::map<std::string_view, std::size_t> places; // of the children, by name

    Branch& child(std::string_view wanted)
    {
        const auto [place, isNew] = places.emplace(wanted, children.size());
        if (isNew)
            children.push_back({wanted, nullptr, {}, {}});
        return children[place->second];
    }
};

// Where one key lies within another, the first of the two stays.
Branch treeOf(const std::vector<KeptKey>& keys)
{
    Branch root;
    for (const KeptKey& key : keys) {
        Branch* branch = &root;
        for (const std::string_view name : segmentsOf(key.key)) {
            if (branch->value != nullptr)
                break;
            branch = &branch->child(name);
        }
        // A key cannot be a value and a section.
        if (branch->value == nullptr && branch->children.empty())
            branch->value = &key.text;
    }
    return root;
}

void writeYaml(const Branch& branch, std::size_t depth, std::string& text)
{
    for (const Branch& child : branch.children) {
        text.append(2 * depth, ' ').append(child.name);
        if (child.children.empty()) {
            text.append(": ").append(*child.value).append("\n");
            continue;
        }
        text += ":\n";
        writeYaml(child, depth + 1, text);
    }
}

void writeJson(const Branch& branch, std::size_t depth, std::string& text)
{
    text += "{\n";
    for (const Branch& child : branch.children) {
        text.append(2 * depth + 2, ' ');
        const bool quoted = child.name.starts_with('"');
        text.append(quoted ? "" : "\"").append(child.name).append(quoted ? ": " : "\": ");
        if (child.children.empty())
            text += *child.value;
        else
            writeJson(child, depth + 1, text);
        text += &child == &branch.children.back() ? "\n" : ",\n";
    }
    text.append(2 * depth, ' ').append("}");
}

// Whether a remark stands for the loss of a field: its own, or one on the whole section.
bool isNamed(const std::vector<Remark>& remarks, std::string_view field)
{
    return std::any_of(remarks.begin(), remarks.end(), [&](const Remark& remark) {
        // A section that cannot be said is one remark, not one for each of its fields.
        return remark.key == field
            || (remark.kind == Remark::Kind::NotExpressible && field.starts_with(remark.key)
                && field.size() > remark.key.size() && field[remark.key.size()] == '.');
    });
}

std::string lossSentence(const std::string& here, const std::string& back)
{
    const std::string value = here.empty() ? "not given" : shown(here);
    return "is " + value + " here, and "
        + (back.empty() ? "has no place in this format" : "reads back as " + shown(back));
}

// By what the fields mean: one that follows from another that is lost is said too.
void addLosses(const Strategy& strategy, const Strategy& back, std::vector<Remark>& remarks)
{
    const auto there = fieldTexts(resolved(back));
    auto here = fieldTexts(resolved(strategy));
    // Fields that only the strategy read back has are losses as well: a format may add what was
    // not asked for. A whole model that comes or goes is another matter.
    for (const auto& [field, text] : there)
        if (strategy.model.has_value() == back.model.has_value())
            here.emplace(field, "");
    for (const auto& [field, text] : here) {
        const auto found = there.find(field);
        const std::string returned = found == there.end() ? "" : found->second;
        if (text != returned && !isImplied(field) && !isNamed(remarks, field))
            remarks.push_back(
                {Remark::Kind::NotExpressible, 0, field, lossSentence(text, returned)});
    }
}

// Of a file that does not read back nothing can be compared.
void addDoubts(const Strategy& strategy, std::vector<Remark>& remarks)
{
    const auto defaults = fieldTexts(Strategy{});
    for (const auto& [field, text] : fieldTexts(strategy)) {
        const auto found = defaults.find(field);
        if ((found == defaults.end() || found->second != text) && !isImplied(field)
            && !isNamed(remarks, field))
            remarks.push_back({Remark::Kind::NotExpressible, 0, field,
                               "may be lost: what is written does not read back"});
    }
}

} // namespace

bool isImplied(std::string_view field) { return field == "kernels.framework"; }

std::string wordOrQuoted(std::string_view text)
{
    return writtenScalar(wordNode(std::string(text), 0));
}

void Exporting::set(std::string_view key, std::string value)
{
    const auto [found, isNew] = m_index.emplace(std::string(key), m_keys.size());
    if (isNew)
        m_keys.push_back({std::string(key), std::move(value)});
    else
        m_keys[found->second].text = std::move(value);
}

void Exporting::setText(std::string_view key, std::string_view value) { set(key, m_quote(value)); }

void Exporting::setSoftly(std::string_view key, std::string_view value)
{
    const auto found = kept.find(key);
    if (found == kept.end())
        setText(key, value);
    else
        set(key, found->second);
}

void Exporting::setFields(std::span<const FieldKey> fields)
{
    const auto texts = fieldTexts(strategy);
    for (const FieldKey& one : fields) {
        const auto found = texts.find(std::string(one.field));
        if (found == texts.end() || found->second.empty())
            continue;
        if (found->second.front() == '[')
            set(one.key, found->second);
        else
            setText(one.key, found->second);
    }
}

bool Exporting::has(std::string_view key) const { return m_index.contains(std::string(key)); }

void Exporting::addKept(std::span<const KeptKey> keys)
{
    for (const KeptKey& one : keys)
        if (!has(one.key))
            set(one.key, one.text);
}

void Exporting::remark(std::string_view field, std::string sentence, Remark::Kind kind)
{
    m_remarks.push_back({kind, 0, std::string(field), std::move(sentence)});
}

std::string yamlOf(const std::vector<KeptKey>& keys)
{
    std::string text;
    writeYaml(treeOf(keys), 0, text);
    return text;
}

std::string jsonOf(const std::vector<KeptKey>& keys)
{
    std::string text;
    writeJson(treeOf(keys), 0, text);
    return text + '\n';
}

ExportResult finishExport(const Strategy& strategy, std::string text, std::vector<Remark> remarks,
                          ImportResult (*import)(const ImportInput& input))
{
    if (import != nullptr) {
        const ImportResult back = import({text, {}});
        if (back.strategy)
            addLosses(strategy, *back.strategy, remarks);
        else
            addDoubts(strategy, remarks);
        for (const Problem& problem : back.problems)
            remarks.push_back({Remark::Kind::NotExpressible, 0, problem.key,
                               "does not read back: " + problem.sentence});
    }
    return {std::move(text), std::move(remarks)};
}

} // namespace strategy
