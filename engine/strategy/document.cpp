#include "engine/strategy/document.h"

#include "engine/strategy/text_limits.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <cstdint>
#include <istream>
#include <streambuf>
#include <unordered_map>

namespace strategy {
namespace {

// Leaves the parser from within an event; caught in parseDocument().
struct Refused {
    Problem problem;
};

[[noreturn]] void refuse(const YAML::Mark& mark, std::string sentence)
{
    throw Refused{{mark.line + 1, "file", std::move(sentence)}};
}

// Reads a text in place: std::istringstream would copy it.
class TextBuffer : public std::streambuf {
public:
    explicit TextBuffer(std::string_view text)
    {
        char* begin = const_cast<char*>(text.data()); // only ever read
        setg(begin, begin, begin + text.size());
    }
};

class TreeBuilder : public YAML::EventHandler {
public:
    explicit TreeBuilder(Document& document)
        : m_document(document)
    {
    }

    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override
    {
        add(mark, anchor, {Node::Kind::Null, false, mark.line + 1, {}, {}});
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override
    {
        const auto found = m_anchors.find(anchor);
        if (found == m_anchors.end())
            refuse(mark, "has an alias to an anchor that is not there");
        // The tree shares what an alias stands for, but whoever walks it sees it once more each
        // time: a few lines of aliases to aliases would be billions of items. So they are counted.
        const int target = found->second;
        for (const int open : m_open)
            if (open == target)
                refuse(mark, "has an anchor that contains itself");
        m_document.nodes[parent()].children.push_back(target);
        count(mark, m_weights[static_cast<std::size_t>(target)]);
    }

    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override
    {
        if (value.size() > kMaxScalarBytes)
            refuse(mark,
                   "has a text of " + std::to_string(value.size()) + " bytes; the limit is "
                       + std::to_string(kMaxScalarBytes));
        const bool plain = tag == "?";
        if (!plain && tag != "!")
            refuseTag(mark, tag);
        add(mark, anchor, {Node::Kind::Scalar, plain, mark.line + 1, value, {}});
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override
    {
        open(mark, tag, anchor, Node::Kind::List);
    }

    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override
    {
        open(mark, tag, anchor, Node::Kind::Map);
    }

    void OnSequenceEnd() override { close(); }
    void OnMapEnd() override { close(); }

private:
    std::size_t parent() const { return static_cast<std::size_t>(m_open.back()); }

    [[noreturn]] static void refuseTag(const YAML::Mark& mark, const std::string& tag)
    {
        refuse(mark, "has the tag '" + shown(tag) + "'; none is needed, so remove it");
    }

    void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
              Node::Kind kind)
    {
        if (!tag.empty() && tag != "?" && tag != "!")
            refuseTag(mark, tag);
        if (m_open.size() >= static_cast<std::size_t>(kMaxDepth))
            refuse(mark, "is nested deeper than " + std::to_string(kMaxDepth) + " levels");
        m_open.push_back(add(mark, anchor, {kind, false, mark.line + 1, {}, {}}));
    }

    void close()
    {
        const std::size_t closed = parent();
        m_open.pop_back();
        if (!m_open.empty())
            m_weights[parent()] += m_weights[closed];
    }

    int add(const YAML::Mark& mark, YAML::anchor_t anchor, Node node)
    {
        const int index = static_cast<int>(m_document.nodes.size());
        const bool leaf = node.kind == Node::Kind::Null || node.kind == Node::Kind::Scalar;
        m_document.nodes.push_back(std::move(node));
        m_weights.push_back(1);
        if (!m_open.empty())
            m_document.nodes[parent()].children.push_back(index);
        if (leaf && !m_open.empty())
            m_weights[parent()] += 1;
        if (anchor != YAML::NullAnchor)
            m_anchors[anchor] = index;
        countTotal(mark, 1);
        return index;
    }

    void count(const YAML::Mark& mark, std::size_t weight)
    {
        m_weights[parent()] += weight;
        countTotal(mark, weight);
    }

    void countTotal(const YAML::Mark& mark, std::size_t weight)
    {
        m_total += weight;
        if (m_total > kMaxNodes)
            refuse(mark,
                   "has more than " + std::to_string(kMaxNodes)
                       + " items, counting what its aliases repeat");
    }

    Document& m_document;
    std::vector<std::size_t> m_weights; // [node] it and all below it, aliases followed
    std::size_t m_total = 0;
    std::vector<int> m_open; // the lists and maps around the next node
    std::unordered_map<YAML::anchor_t, int> m_anchors;
};

Problem notYaml(const YAML::Exception& error)
{
    const int line = error.mark.is_null() ? 1 : error.mark.line + 1;
    return {line, "file", "is not YAML here: " + shown(error.msg)};
}

void parseInto(Document& document, std::string_view text)
{
    TextBuffer buffer(text);
    std::istream stream(&buffer);
    YAML::Parser parser(stream);
    TreeBuilder builder(document);
    if (!parser.HandleNextDocument(builder) || document.nodes.empty())
        throw Refused{{1, "file", std::string(kIsEmpty)}};
    Document second;
    TreeBuilder ignored(second);
    if (parser.HandleNextDocument(ignored)) {
        const int line = second.nodes.empty() ? 1 : second.nodes.front().line;
        throw Refused{{line, "file", "has a second document; keep one to a file"}};
    }
}

} // namespace

ParsedDocument parseDocument(std::string_view text)
{
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark))
        text.remove_prefix(kByteOrderMark.size());
    // The parser needs far more memory than the text, so that it must not see a text beyond them.
    if (auto broken = firstLimitBroken(text))
        return {{}, std::move(broken)};

    ParsedDocument parsed;
    try {
        parseInto(parsed.document, text);
    } catch (const Refused& refused) {
        parsed = {{}, refused.problem};
    } catch (const YAML::Exception& error) {
        parsed = {{}, notYaml(error)};
    } catch (const std::exception& error) {
        parsed = {{}, Problem{1, "file", std::string("is not YAML: ") + shown(error.what())}};
    }
    return parsed;
}

} // namespace strategy
