// What the parts of the reader share. Internal to this folder.

#pragma once

#include "engine/lesson/read_lesson.h"
#include "engine/strategy/reading.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace lesson {

// One pass over a lesson. Borrows all.
class LessonReader {
public:
    LessonReader(strategy::Reading& reading, ReadLesson& read)
        : m_reading(reading)
        , m_read(read)
    {
    }

    strategy::Reading& reading() { return m_reading; }
    ReadLesson& read() { return m_read; }
    Lesson& lesson() { return m_read.lesson; }
    const strategy::Document& document() const { return m_reading.document(); }

    void problem(int line, std::string key, std::string sentence)
    {
        m_reading.problem(line, std::move(key), std::move(sentence));
    }

    // A problem for which nothing of the lesson is worked out: a file of some kB could keep us busy
    // for hours.
    void tooMuch(int line, std::string key, std::string sentence)
    {
        problem(line, std::move(key), std::move(sentence));
        m_isTooMuch = true;
    }
    bool isTooMuch() const { return m_isTooMuch; }

    // Of a key of `explains`; 1: there is none of that name.
    int topicLine(const std::string& topic) const
    {
        const auto found = m_topicLines.find(topic);
        return found == m_topicLines.end() ? 1 : found->second;
    }
    void setTopicLine(const std::string& topic, int line) { m_topicLines[topic] = line; }

    // The names of the states, for those who parse measures; fixed once states are read.
    std::span<const std::string_view> stateNames();
    // False where it is none, which is told.
    bool namesState(std::string_view name, int line, const std::string& key);

    // Each reads a value of the section where it has one, and tells what is wrong with it.
    void text(strategy::Section& section, std::string_view key, Text& text);
    void word(strategy::Section& section, std::string_view key, std::string& word);
    void words(strategy::Section& section, std::string_view key, std::vector<std::string>& words);
    void number(strategy::Section& section, std::string_view key, int& number,
                const strategy::Range& range);
    void decimal(strategy::Section& section, std::string_view key, double& number,
                 const strategy::DecimalRange& range);
    void flag(strategy::Section& section, std::string_view key, bool& flag);
    void conditions(strategy::Section& section, std::string_view key,
                    std::vector<Condition>& conditions);
    std::optional<Measure> measure(strategy::Section& section, std::string_view key);

    // Of a mapping with texts, {en: …, zh: …}, that perhaps has other keys, which the caller reads;
    // `path` is its own.
    void languages(strategy::Section& section, int line, const std::string& path, Text& text);

    std::optional<Condition> condition(const strategy::Node& node, const std::string& key);
    std::optional<Measure> measureOf(const strategy::Node& node, int line, const std::string& key);
    // The nodes of a list; one value alone counts as a list of it.
    std::vector<const strategy::Node*> items(const strategy::Node& node) const;

private:
    void checkText(const std::string& text, int line, const std::string& key);

    strategy::Reading& m_reading;
    ReadLesson& m_read;
    std::map<std::string, int> m_topicLines;
    int m_numbers = 0; // in texts
    bool m_isTooMuch = false;
    std::vector<std::string_view> m_stateNames;
};

// Each reads a part of the file, in this order.
void readHead(LessonReader& reader, strategy::Section& root);
void readStates(LessonReader& reader, strategy::Section& root);
void readSteps(LessonReader& reader, strategy::Section& root);

// The action of a step that has that key. `step` has been read but for it and what it needs.
void readAction(LessonReader& reader, strategy::Section& section, std::string_view key, Step& step);

// "4..24"; nothing: it is none, or falls.
std::optional<std::array<int, 2>> rangeOf(std::string_view text);

// Holds what was read against the states.
void checkAgainstStates(LessonReader& reader);

} // namespace lesson
