#include "engine/strategy/convert/importing.h"

#include "engine/strategy/check.h"
#include "engine/strategy/field_access.h"

#include <algorithm>

namespace strategy {
namespace {

constexpr std::size_t kMaxTold = 200; // problems, or remarks

template <class Said>
void sortByLine(std::vector<Said>& said)
{
    std::stable_sort(said.begin(), said.end(),
                     [](const Said& a, const Said& b) { return a.line < b.line; });
}

// However each is spelt: true and True, 1e-4 and 0.0001.
bool isSame(const Setting& one, const Setting& other)
{
    if (one.written == other.written)
        return true;
    if (one.value.kind != Node::Kind::Scalar || other.value.kind != Node::Kind::Scalar)
        return false;
    const auto flags = std::pair(pythonBooleanOf(one.value), pythonBooleanOf(other.value));
    if (flags.first && flags.second)
        return *flags.first == *flags.second;
    constexpr DecimalRange kAny{-1e300, 1e300};
    const auto numbers = std::pair(scientificOf(one.value, kAny), scientificOf(other.value, kAny));
    return numbers.first && numbers.second && *numbers.first == *numbers.second;
}

} // namespace

Importing::Importing(Settings settings)
    : m_settings(std::move(settings.entries))
    , m_taken(m_settings.size(), false)
    , m_kept(m_settings.size(), false)
    , m_ofFile(m_settings.size())
{
    m_result.problems = std::move(settings.problems);
    for (std::size_t i = 0; i < m_settings.size(); ++i)
        m_index.emplace(m_settings[i].key, i);
}

const Setting* Importing::find(std::string_view key) const
{
    const auto found = m_index.find(key);
    return found == m_index.end() ? nullptr : &m_settings[found->second];
}

bool Importing::has(std::string_view key) const
{
    const Setting* setting = find(key);
    return setting != nullptr && setting->value.kind != Node::Kind::Null;
}

const Setting* Importing::take(std::string_view key)
{
    const auto found = m_index.find(key);
    if (found == m_index.end())
        return nullptr;
    // A null is taken as well: it says what leaving the key out would.
    m_taken[found->second] = true;
    const Setting& setting = m_settings[found->second];
    return setting.value.kind == Node::Kind::Null ? nullptr : &setting;
}

bool Importing::saysNull(std::string_view key)
{
    const bool known = m_index.contains(key) && !has(key);
    take(key);
    return known;
}

void Importing::standIn(std::string_view key, std::string_view other)
{
    if (const auto found = m_index.find(other); found != m_index.end())
        m_index.insert_or_assign(std::string(key), found->second);
}

void Importing::addBeside(Setting setting, std::string_view key)
{
    if (const Setting* naming = find(key))
        setting.line = naming->line;
    if (has(setting.key)) {
        const Setting& own = *find(setting.key);
        if (!isSame(own, setting))
            problemAt(own.line, own.shownName(),
                      "is " + shown(own.written) + ", and " + setting.shownName() + " is "
                          + shown(setting.written) + "; make them equal");
        return;
    }
    m_index.insert_or_assign(setting.key, m_settings.size());
    m_settings.push_back(std::move(setting));
    m_taken.push_back(false);
    m_kept.push_back(false);
}

bool Importing::isTaken(std::string_view key) const
{
    const auto found = m_index.find(key);
    return found != m_index.end() && m_taken[found->second];
}

std::vector<const Setting*> Importing::startingWith(std::string_view prefix) const
{
    std::vector<const Setting*> some;
    for (const Setting& setting : m_settings)
        if (setting.key.starts_with(prefix))
            some.push_back(&setting);
    return some;
}

template <class Value, class Read>
std::optional<Value> Importing::read(std::string_view key, const Read& read)
{
    const Setting* setting = take(key);
    if (setting == nullptr)
        return std::nullopt;
    const auto value = read(setting->value);
    if (value)
        return *value;
    problemAt(setting->line, setting->shownName(), value.error().message);
    return std::nullopt;
}

bool Importing::into(std::string_view field, std::string_view key)
{
    const Setting* setting = take(key);
    if (setting == nullptr)
        return false;
    standsFor(field, key);
    const auto set = setField(strategy, field, setting->value, setting->items);
    if (!set)
        problemAt(setting->line, setting->shownName(), set.error().message);
    return bool(set);
}

void Importing::into(std::span<const FieldKey> fields)
{
    for (const FieldKey& one : fields)
        into(one.field, one.key);
}

bool Importing::into(std::string_view field, std::string_view key,
                     std::span<const std::string_view> words)
{
    const Setting* setting = take(key);
    if (setting == nullptr)
        return false;
    const bool isWord = setting->value.kind == Node::Kind::Scalar;
    if (isWord && std::find(words.begin(), words.end(), setting->value.text) != words.end())
        return into(field, key);
    problemAt(setting->line, setting->shownName(),
              "must be one of " + listed(words)
                  + (isWord ? ", not '" + shown(setting->value.text) + "'" : ""));
    return false;
}

std::optional<int> Importing::whole(std::string_view key, const Range& range)
{
    return read<int>(key, [&](const Node& node) -> plan::Result<int> {
        const auto value = digitsOf(node, range);
        if (!value)
            return value.error();
        return static_cast<int>(*value);
    });
}

std::optional<bool> Importing::boolean(std::string_view key)
{
    return read<bool>(key, pythonBooleanOf);
}

std::optional<double> Importing::decimal(std::string_view key, const DecimalRange& range)
{
    return read<double>(key, [&](const Node& node) -> plan::Result<double> {
        const auto value = scientificOf(node, range);
        if (value && (*value < range.low || *value > range.high))
            return plan::Error{rangeSentence(range, node.text)};
        return value;
    });
}

std::optional<std::string> Importing::text(std::string_view key)
{
    return read<std::string>(key, textOf);
}

std::optional<std::vector<int>> Importing::wholes(std::string_view key, const Range& range)
{
    const Setting* setting = take(key);
    if (setting == nullptr)
        return std::nullopt;
    if (setting->value.kind != Node::Kind::List || setting->nested
        || setting->items.size() > kMaxListEntries) {
        problemAt(setting->line, setting->shownName(),
                  "must be a list of whole numbers, like [3, 3, 2]");
        return std::nullopt;
    }
    std::vector<int> numbers;
    for (const Node& node : setting->items) {
        const auto number = digitsOf(node, range);
        if (!number) {
            problemAt(setting->line, setting->shownName(), number.error().message);
            return std::nullopt;
        }
        numbers.push_back(static_cast<int>(*number));
    }
    return numbers;
}

void Importing::standsFor(std::string_view field, std::string_view key)
{
    const Setting* setting = find(key);
    m_standing[std::string(field)] = setting == nullptr
        ? Place{std::string(key), 0}
        : Place{setting->shownName(), setting->line};
}

void Importing::problem(std::string_view key, std::string sentence)
{
    const Setting* setting = find(key);
    problemAt(setting == nullptr ? 1 : setting->line,
              setting == nullptr ? std::string(key) : setting->shownName(), std::move(sentence));
}

void Importing::problemAt(int line, const std::string& key, std::string sentence)
{
    m_result.problems.push_back({line, shown(key), std::move(sentence)});
}

void Importing::remark(Remark::Kind kind, std::string_view key, std::string sentence)
{
    const Setting* setting = find(key);
    remarkAt(kind, setting == nullptr ? 0 : setting->line,
             setting == nullptr ? std::string(key) : setting->shownName(), std::move(sentence));
}

void Importing::remarkAt(Remark::Kind kind, int line, const std::string& key, std::string sentence)
{
    m_result.remarks.push_back({kind, line, shown(key), std::move(sentence)});
}

void Importing::keep(std::string_view key)
{
    if (const auto found = m_index.find(key); found != m_index.end())
        m_kept[found->second] = true;
}

void Importing::ignore(std::string_view key, std::string sentence)
{
    const auto found = m_index.find(key);
    if (found == m_index.end())
        return;
    m_taken[found->second] = true;
    m_kept[found->second] = true;
    remark(Remark::Kind::Ignored, key, std::move(sentence));
}

void Importing::addCheck()
{
    for (Problem problem : check(strategy).problems) {
        auto place = m_standing.find(problem.key);
        // From the field to its section: what was read into the whole section stands for each of
        // its fields.
        for (std::string path = problem.key; place == m_standing.end();) {
            const std::size_t dot = path.rfind('.');
            if (dot == std::string::npos)
                break;
            path.resize(dot);
            place = m_standing.find(path);
        }
        if (place == m_standing.end()) {
            m_result.problems.push_back({1, problem.key, std::move(problem.sentence)});
            continue;
        }
        // The field's own path is added where the file calls it something else.
        const bool sameWord = problem.key.ends_with(place->second.key);
        m_result.problems.push_back(
            {place->second.line, shown(place->second.key),
             (sameWord ? "" : "(" + problem.key + ") ") + std::move(problem.sentence)});
    }
}

// Of two settings that say one thing.
void Importing::holdAgainst(const Setting& first, const Setting& again)
{
    if (!isSame(first, again))
        return problemAt(again.line, again.shownName(),
                         "is " + shown(again.written) + ", and " + first.shownName() + " is "
                             + shown(first.written) + "; make them equal");
    // Without text: both places are written again, with whatever the strategy has then.
    m_result.kept.push_back({first.shownName(), ""});
    m_result.kept.push_back({again.shownName(), ""});
}

void Importing::tellUntaken(const Setting& setting)
{
    const auto tell = [&](Remark::Kind kind, std::string sentence) {
        remarkAt(kind, setting.line, setting.shownName(), std::move(sentence));
    };
    if (m_known == nullptr)
        return tell(Remark::Kind::Ignored, "means nothing to a strategy; kept for the way back");
    const KeyGroup* group = m_known->find(setting.key);
    if (group == nullptr)
        return tell(Remark::Kind::Unknown,
                    "is not known here, and may change time or memory; kept for the way back");
    const auto flag = pythonBooleanOf(setting.value);
    const bool isOff = flag && !*flag;
    const std::string reason(group->reason);
    if (group->kind == KeyGroup::Class::Approximated && isOff)
        tell(Remark::Kind::Kept, "is off; kept for the way back");
    else if (group->kind == KeyGroup::Class::Approximated)
        tell(Remark::Kind::Approximated, reason);
    else if (group->kind == KeyGroup::Class::Taken)
        tell(Remark::Kind::Ignored, reason + "; kept for the way back");
    else
        tell(Remark::Kind::Kept, reason + "; kept for the way back");
}

ImportResult Importing::finish()
{
    for (std::size_t i = 0; i < m_settings.size(); ++i) {
        const Setting& setting = m_settings[i];
        if (i >= m_ofFile)
            break; // not in this file
        if (!setting.again.empty() && isTaken(setting.again)) {
            holdAgainst(*find(setting.again), setting);
            continue;
        }
        // A key that is null is one that is not given. Said of each: an importer that drops a key
        // in silence would look as if it had understood it.
        if (!m_taken[i] && setting.value.kind != Node::Kind::Null)
            tellUntaken(setting);
        if (!m_taken[i] || m_kept[i])
            m_result.kept.push_back({setting.shownName(), setting.written});
    }
    // Only a file that was read whole is checked: a strategy with holes would be blamed for what
    // the reading already said.
    if (m_result.problems.empty())
        addCheck();
    // In the order of the file, not in that of the reading, since a person mends them from the top.
    sortByLine(m_result.problems);
    sortByLine(m_result.remarks);
    if (m_result.problems.size() > kMaxTold) {
        const std::size_t more = m_result.problems.size() - kMaxTold;
        m_result.problems.resize(kMaxTold);
        m_result.problems.push_back(
            {m_result.problems.back().line, "file",
             "has " + std::to_string(more) + " more problems; mend these first"});
    }
    if (m_result.problems.empty())
        m_result.strategy = std::move(strategy);
    return std::move(m_result);
}

ImportResult refusedImport(int line, std::string key, std::string sentence)
{
    ImportResult result;
    result.problems.push_back({line, std::move(key), std::move(sentence)});
    return result;
}

} // namespace strategy
