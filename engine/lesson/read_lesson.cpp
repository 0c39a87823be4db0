#include "engine/lesson/read_lesson.h"

#include "engine/lesson/lesson_reader.h"
#include "engine/lesson/topics.h"
#include "engine/strategy/document.h"
#include "engine/strategy/file.h"
#include "engine/strategy/scalars.h"

#include <algorithm>
#include <filesystem>

namespace lesson {
namespace {

using strategy::Node;
using strategy::Problem;

// Of slips that many make, and to whom the sentence about the file alone would not help.
Problem withAdvice(Problem problem)
{
    if (problem.key == "file" && problem.sentence.starts_with("is not YAML"))
        problem.sentence += "; a text with ': ' or '?, ' in it stands in quotation marks";
    if (problem.key == "file" && problem.sentence == strategy::kIsEmpty)
        problem.sentence += "; a lesson begins with 'lesson: 1'";
    if (problem.sentence.ends_with("known here: en, zh"))
        problem.sentence += "; a text with ', ' in it stands in quotation marks";
    return problem;
}

void sortByLine(std::vector<Problem>& problems)
{
    std::stable_sort(problems.begin(), problems.end(),
                     [](const Problem& a, const Problem& b) { return a.line < b.line; });
    problems.erase(std::unique(problems.begin(), problems.end()), problems.end());
}

void readVersion(LessonReader& reader, strategy::Section& root)
{
    const auto value = root.find("lesson");
    if (!value)
        return reader.problem(1, "lesson", "is missing; a lesson begins with 'lesson: 1'");
    const auto version = strategy::integerOf(*value->node, {kLessonVersion, kLessonVersion});
    if (!version || *version != kLessonVersion)
        reader.problem(value->line, "lesson",
                       "must be 1, the only version known here"
                           + std::string(version && *version > kLessonVersion
                                             ? "; the file was made for a newer program"
                                             : ""));
}

} // namespace

namespace {

// `explains: {warm_up_bubble: first-gap}`.
void readTopics(LessonReader& reader, strategy::Section& root)
{
    const auto value = root.find("explains");
    if (!value)
        return;
    if (value->node->kind != Node::Kind::Map)
        return reader.problem(value->line, "explains",
                              "must be topics with the steps that explain them: {warm_up_bubble: "
                              "first-gap}");
    for (std::size_t i = 0; i + 1 < value->node->children.size(); i += 2) {
        const Node& topic = reader.reading().at(value->node->children[i]);
        if (!isTopic(topic.text))
            reader.problem(topic.line, "explains",
                           "is no topic: '" + strategy::shown(topic.text)
                               + "'; write a line of the ledger, or warning.FIELD");
        else {
            reader.lesson().head.explains[topic.text]
                = reader.reading().at(value->node->children[i + 1]).text;
            reader.setTopicLine(topic.text, topic.line);
        }
    }
}

} // namespace

void readHead(LessonReader& reader, strategy::Section& root)
{
    LessonHead& head = reader.lesson().head;
    readVersion(reader, root);
    reader.word(root, "name", head.name);
    reader.text(root, "title", head.title);
    reader.text(root, "after", head.after);
    reader.number(root, "place", head.place, {1, 1000});
    reader.number(root, "minutes", head.minutes, {1, 600});
    reader.words(root, "needs", head.needs);
    reader.words(root, "covers", head.covers);
    readTopics(reader, root);
    if (head.name.empty())
        reader.problem(1, "name", "is missing; a lesson is known by the name of its file");
    if (head.title.empty())
        reader.problem(1, "title", "is missing");
}

LessonHead readLessonHead(std::string_view text)
{
    ReadLesson read;
    const strategy::ParsedDocument parsed
        = strategy::parseDocument(text.substr(0, kMaxLessonBytes));
    if (parsed.problem || parsed.document.root().kind != Node::Kind::Map)
        return {};
    strategy::Reading reading(parsed.document);
    LessonReader reader(reading, read);
    strategy::Section root(reading, reading.root(), "", 1);
    readHead(reader, root);
    return read.lesson.head;
}

ReadLesson readLesson(std::string_view text, const std::string& folder)
{
    ReadLesson read;
    read.folder = folder;
    if (text.size() > kMaxLessonBytes) {
        read.problems = {{1, "file", "is larger than 1 MiB"}};
        return read;
    }
    const strategy::ParsedDocument parsed = strategy::parseDocument(text);
    if (parsed.problem) {
        read.problems = {withAdvice(*parsed.problem)};
        return read;
    }
    strategy::Reading reading(parsed.document);
    LessonReader reader(reading, read);
    strategy::Section root(reading, reading.root(), "", 1);
    if (reading.root().kind == Node::Kind::Map) {
        readHead(reader, root);
        readStates(reader, root);
        reader.conditions(root, "pins", read.lesson.pins);
        readSteps(reader, root);
        root.refuseUnknown();
        if (read.lesson.pins.size() > kMaxPins)
            reader.tooMuch(read.lesson.pins.front().line, "pins",
                           "are more than " + std::to_string(kMaxPins));
        if (!reader.isTooMuch())
            checkAgainstStates(reader);
    }
    read.problems = std::move(reading.result.problems);
    read.warnings = std::move(reading.result.warnings);
    for (Problem& problem : read.problems)
        problem = withAdvice(std::move(problem));
    sortByLine(read.problems);
    sortByLine(read.warnings);
    return read;
}

ReadLesson readLessonFile(const std::string& path)
{
    const auto text = strategy::readTextFile(path, kMaxLessonBytes);
    if (!text) {
        ReadLesson read;
        read.problems = {{1, "file", text.error().message}};
        return read;
    }
    std::error_code error;
    const auto whole = std::filesystem::absolute(path, error);
    ReadLesson read = readLesson(*text, error ? "." : whole.parent_path().string());
    if (const std::string name = whole.stem().string();
        read.problems.empty() && read.lesson.head.name != name)
        read.problems.push_back(
            {1, "name", "is not that of the file, which is called '" + name + "'"});
    return read;
}

} // namespace lesson
