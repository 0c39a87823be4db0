// Where a command's result goes: stdout, or a file replaced in one step.
//
// To stdout a result goes with the characters made harmless that would act on a terminal; to a
// file byte by byte as it is. A file that is not written whole stays as it was.

#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace cli {

// Takes the next piece of a text; the view holds for the call alone.
using TextSink = std::function<void(std::string_view)>;

// An empty path is stdout. Says on stderr what went wrong. Returns the exit code: 0, or 1 where the
// text was not written whole.
int deliver(const std::string& text, const std::string& path);

// The same of a text that is made piece by piece. To stdout each goes at once; for a file all of
// them are held in memory until the last has come.
int deliver(const std::function<void(const TextSink&)>& write, const std::string& path);

// Gathers small pieces for a sink, which it hands some 64 KiB at a time and the rest at its end.
// `sink` must outlive it.
class TextBuffer {
public:
    explicit TextBuffer(const TextSink& sink)
        : m_sink(sink)
    {
    }
    ~TextBuffer() { flush(); }
    TextBuffer(const TextBuffer&) = delete;
    TextBuffer& operator=(const TextBuffer&) = delete;

    // To append to; call pass() after every few hundred bytes.
    std::string& text() { return m_text; }
    void pass()
    {
        if (m_text.size() > kPiece)
            flush();
    }

private:
    static constexpr std::size_t kPiece = 64u << 10;

    void flush()
    {
        m_sink(m_text);
        m_text.clear();
    }

    const TextSink& m_sink;
    std::string m_text;
};

} // namespace cli
