#include "engine/lesson/topics.h"

#include "engine/lesson/course.h"
#include "engine/plan/ledger.h"
#include "engine/strategy/document.h"

#include <algorithm>

namespace lesson {
namespace {

using strategy::Document;
using strategy::Node;

constexpr std::string_view kWarning = "warning.";

// Letters of ASCII alone have a case here.
std::string lowered(std::string_view text)
{
    std::string low(text);
    for (char& letter : low)
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
    return low;
}

// Without its marks.
std::string plain(std::string_view text)
{
    std::string all;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.substr(i).starts_with("**")) {
            ++i;
        } else if (text[i] == '<' && text.find('>', i) != text.npos) {
            all += "…";
            i = text.find('>', i);
        } else {
            all += text[i];
        }
    }
    return all;
}

struct IndexedText {
    LessonPlace place;
    std::string text;
    std::string low;
    bool first = false; // of a title or a question
};

const Node* child(const Document& document, const Node& map, std::string_view key)
{
    for (std::size_t i = 0; i + 1 < map.children.size(); i += 2)
        if (document.at(map.children[i]).text == key)
            return &document.at(map.children[i + 1]);
    return nullptr;
}

class Indexer {
public:
    explicit Indexer(std::vector<IndexedText>& index)
        : m_index(index)
    {
    }

    void add(const CourseEntry& entry)
    {
        const strategy::ParsedDocument parsed = strategy::parseDocument(entry.text);
        if (parsed.problem)
            return;
        const Document& document = parsed.document;
        const Node* steps = child(document, document.root(), "steps");
        if (!steps)
            return;
        bool isFirst = true;
        for (const int index : steps->children) {
            const Node& step = document.at(index);
            const Node* id = child(document, step, "id");
            m_place = {entry.head.name, id ? id->text : std::string()};
            if (isFirst)
                if (const Node* title = child(document, document.root(), "title"))
                    texts(document, *title, true);
            isFirst = false;
            for (std::size_t i = 0; i + 1 < step.children.size(); i += 2)
                texts(document, document.at(step.children[i + 1]),
                      document.at(step.children[i]).text == "text");
        }
    }

private:
    // Those in a language, wherever they stand.
    void texts(const Document& document, const Node& node, bool first)
    {
        if (node.kind == Node::Kind::List)
            for (const int index : node.children)
                texts(document, document.at(index), first);
        if (node.kind != Node::Kind::Map)
            return;
        for (std::size_t i = 0; i + 1 < node.children.size(); i += 2) {
            const std::string& key = document.at(node.children[i]).text;
            const Node& value = document.at(node.children[i + 1]);
            if (key == "en" || key == "zh") {
                std::string text = plain(value.text);
                m_index.push_back({m_place, text, lowered(text), first});
            } else {
                texts(document, value, first);
            }
        }
    }

    std::vector<IndexedText>& m_index;
    LessonPlace m_place;
};

const std::vector<IndexedText>& indexOfCourse()
{
    static const std::vector<IndexedText> kIndex = [] {
        std::vector<IndexedText> index;
        Indexer indexer(index);
        for (const CourseEntry& entry : course())
            indexer.add(entry);
        return index;
    }();
    return kIndex;
}

} // namespace

bool isTopic(std::string_view text)
{
    if (text.starts_with(kWarning))
        return text.size() > kWarning.size();
    for (std::size_t line = 0; line < plan::kLedgerLines; ++line)
        if (text == plan::key(static_cast<plan::LedgerLine>(line)))
            return true;
    return false;
}

LessonPlace placeExplaining(std::string_view topic)
{
    for (std::string_view part = topic; !part.empty();) {
        for (const CourseEntry& entry : course())
            if (const auto found = entry.head.explains.find(std::string(part));
                found != entry.head.explains.end())
                return {entry.head.name, found->second};
        const std::size_t point = part.rfind('.');
        part = point == std::string_view::npos ? std::string_view{} : part.substr(0, point);
        if (part == kWarning.substr(0, kWarning.size() - 1))
            break;
    }
    return {};
}

std::vector<FoundTerm> findTerm(std::string_view term)
{
    std::vector<FoundTerm> found;
    const std::string low = lowered(term);
    if (low.empty())
        return found;
    for (const bool first : {true, false})
        for (const IndexedText& text : indexOfCourse()) {
            const bool known = std::any_of(found.begin(), found.end(), [&](const auto& other) {
                return other.place == text.place;
            });
            if (text.first == first && !known && text.low.find(low) != std::string::npos)
                found.push_back({text.place, text.text});
        }
    return found;
}

} // namespace lesson
