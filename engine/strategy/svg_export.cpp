#include "engine/strategy/svg_export.h"

#include "engine/plan/phases.h"
#include "engine/strategy/svg_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace strategy {
namespace {

using plan::Nanoseconds;

// The colours of the window's light theme.
constexpr unsigned kPaper = 0xffffff;
constexpr unsigned kInk = 0x1b1b1f;
constexpr unsigned kFaintInk = 0x5a5a62;
constexpr unsigned kGrid = 0xdcdce0;
constexpr unsigned kIdle = 0xe9e9e9;
constexpr unsigned kHatch = 0xc4c4ca;
constexpr std::array<unsigned, 4> kKinds{0x1d39bb, 0x1c8f75, 0x706c15, 0xbaad2f}; // by OpKind
// The same hues, as far apart in grey: forwards dark, what goes backward light.
constexpr std::array<unsigned, 4> kPrintedKinds{0x1d39bb, 0x74cbb2, 0x9c9845, 0xe6dc94};
constexpr unsigned kReduction = 0x591919;
constexpr unsigned kOptimizer = 0x1a1129;
constexpr std::array<unsigned, 3> kPhases{0x7a7a85, 0xb9b9c2, 0x4a4a55}; // by Phase

// In pixels, as all sizes here.
constexpr double kLeft = 72; // of the lanes; rank names stand before
constexpr double kTitleLine = 28;
constexpr double kLane = 22;
constexpr double kLaneStep = 26;
constexpr double kStrip = 3; // of the phases, on top of a lane

unsigned mixedWithWhite(unsigned colour, double share)
{
    unsigned mixed = 0;
    for (const int shift : {16, 8, 0}) {
        const double channel = (colour >> shift) & 0xff;
        mixed |= static_cast<unsigned>(std::lround(channel + (255 - channel) * share)) << shift;
    }
    return mixed;
}

// The chunks of a rank in turn: the kind's own colour, then lighter.
unsigned colourOf(const std::array<unsigned, 4>& kinds, plan::OpKind kind, int chunk)
{
    constexpr std::array kShares{0.0, 0.30, 0.15, 0.42};
    return mixedWithWhite(kinds[static_cast<std::size_t>(kind)],
                          kShares[static_cast<std::size_t>(chunk) % kShares.size()]);
}

bool isLight(unsigned colour)
{
    return 0.299 * ((colour >> 16) & 0xff) + 0.587 * ((colour >> 8) & 0xff)
        + 0.114 * (colour & 0xff)
        > 140;
}

// [direction][stage]: which of its rank's stages it is, from 0.
std::array<std::vector<int>, 2> chunksOf(const plan::Schedule& schedule)
{
    std::array<std::vector<int>, 2> chunks;
    std::vector<int> held(static_cast<std::size_t>(schedule.shape.ranks));
    const auto& placement = schedule.placement;
    const std::array tables{&placement.ranks, &placement.mirror};
    for (std::size_t direction = 0; direction < tables.size(); ++direction)
        for (const int rank : *tables[direction])
            chunks[direction].push_back(held[static_cast<std::size_t>(rank)]++);
    return chunks;
}

// One or more neighbouring spans, drawn as one.
struct Bar {
    double x = 0;
    double right = 0;
    unsigned colour = 0;
    const plan::Span* only = nullptr; // of one span: its label
};

class Picture {
public:
    Picture(const std::vector<SvgTrack>& tracks, const SvgLook& look)
        : m_tracks(tracks)
        , m_look(look)
        , m_kinds(look.printed ? kPrintedKinds : kKinds)
        , m_plotWidth(look.width - kLeft - 24)
    {
        std::size_t lanes = 0;
        for (const SvgTrack& track : tracks) {
            m_longest = std::max(m_longest, track.timeline->makespan);
            for (const auto& spans : track.timeline->spans) {
                lanes += 1;
                m_spans += spans.size();
            }
        }
        m_shownLanes = std::min(lanes, kSvgMaxLanes);
        m_hiddenLanes = lanes - m_shownLanes;
        // Bars at least this wide are at most kSvgMaxBars.
        m_narrowest = m_spans <= kSvgMaxBars
            ? 0
            : std::max(1.0, m_plotWidth * 2 * double(m_shownLanes) / double(kSvgMaxBars));
        m_letters = look.printed && haveRoomForLetters();
    }

    std::string draw(const std::string& title)
    {
        if (!title.empty())
            text(24, 32, kInk, 17, title);
        legend();
        m_y = m_legend + 38;
        m_top = m_y;
        std::size_t lanes = m_shownLanes;
        for (const SvgTrack& track : m_tracks)
            lanes -= drawTrack(track, lanes);
        axis();
        const double last = m_y;
        notes();
        const bool isNoted = m_y > last;
        const double top = title.empty() ? kTitleLine : 0;
        return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" "
                           "height=\"{1:.0f}\" viewBox=\"0 {2:.0f} {0:.0f} {1:.0f}\" "
                           "xml:lang=\"{3}\" font-family=\"Helvetica, Arial, sans-serif\">\n"
                           "<title>{4}</title>\n"
                           "<rect y=\"{2:.0f}\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
                           "fill=\"#{5:06x}\"/>\n",
                           m_look.width, m_y + (isNoted || !m_look.printed ? 16 : -16) - top, top,
                           m_look.words.language, escapedXml(title), kPaper)
            + m_grid + m_body + "</svg>\n";
    }

private:
    template <class... Args>
    void put(fmt::format_string<Args...> format, Args&&... args)
    {
        fmt::format_to(std::back_inserter(m_body), format, std::forward<Args>(args)...);
    }

    void rect(double x, double y, double width, double height, unsigned colour)
    {
        put("<rect x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{:.1f}\" "
            "fill=\"#{:06x}\"/>\n",
            x, y, width, height, colour);
    }

    void text(double x, double y, unsigned colour, int size, const std::string& words,
              const char* anchor = "start")
    {
        put("<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"#{:06x}\" font-size=\"{}\" "
            "text-anchor=\"{}\">{}</text>\n",
            x, y, colour, size, anchor, escapedXml(words));
    }

    bool haveRoomForLetters() const
    {
        for (const SvgTrack& track : m_tracks)
            for (const auto& spans : track.timeline->spans)
                for (const plan::Span& span : spans)
                    if (xOf(span.end) - xOf(span.start)
                        < roomFor(1 + std::to_string(span.op.microbatch).size()))
                        return false;
        return true;
    }

    static double roomFor(std::size_t letters) { return 6.2 * double(letters) + 3; }

    double xOf(Nanoseconds time) const
    {
        const auto whole = double(std::max<Nanoseconds::rep>(m_longest.count(), 1));
        return kLeft + m_plotWidth * std::clamp(double(time.count()) / whole, 0.0, 1.0);
    }

    // Idle ground and, over it, its lines.
    void hatched(double x, double y, double width, double height)
    {
        rect(x, y, width, height, kIdle);
        put("<path d=\"");
        const int lines = static_cast<int>(std::ceil(width / 8));
        for (int line = 0; line < lines; ++line) {
            const double at = 8.0 * line;
            const double run = std::min(height, width - at);
            put("M{:.1f} {:.1f}l{:.1f} {:.1f}", x + at, y + height, run, -run);
        }
        put("\" stroke=\"#{:06x}\" stroke-width=\"1\" fill=\"none\"/>\n", kHatch);
    }

    // On a line of its own where the others leave too little room.
    void beginLegendEntry(double& x, const std::string& word)
    {
        if (x + 19 + lineWidth(word) <= m_look.width)
            return;
        x = 24;
        m_legend += 18;
    }

    void legendEntry(double& x, unsigned colour, const std::string& word, double height = 12)
    {
        beginLegendEntry(x, word);
        rect(x, m_legend + (12 - height) / 2, 14, height, colour);
        text(x + 19, m_legend + 10, kFaintInk, 12, word);
        x += 34 + lineWidth(word);
    }

    void legend()
    {
        const SvgWords& words = m_look.words;
        std::array<bool, 4> present{};
        bool tails = false;
        for (const SvgTrack& track : m_tracks) {
            tails = tails || !track.timeline->tails.empty();
            for (const auto& spans : track.timeline->spans)
                for (const plan::Span& span : spans)
                    present[static_cast<std::size_t>(span.op.kind)] = true;
        }
        double x = 24;
        for (std::size_t kind = 0; kind < present.size(); ++kind)
            if (present[kind])
                legendEntry(x, m_kinds[kind],
                            m_letters ? fmt::format("{} {}",
                                                    plan::letter(static_cast<plan::OpKind>(kind)),
                                                    words.kinds[kind])
                                      : words.kinds[kind]);
        if (tails) {
            legendEntry(x, kReduction, words.reduction);
            legendEntry(x, kOptimizer, words.optimizer);
        }
        beginLegendEntry(x, words.idle);
        hatched(x, m_legend, 14, 12);
        text(x + 19, m_legend + 10, kFaintInk, 12, words.idle);
        x += 37.6 + lineWidth(words.idle);
        for (std::size_t phase = 0; phase < kPhases.size(); ++phase)
            legendEntry(x, kPhases[phase], words.phases[phase], 4);
    }

    // Returns how many lanes it took, of those left.
    std::size_t drawTrack(const SvgTrack& track, std::size_t lanes)
    {
        const std::size_t shown = std::min(lanes, track.timeline->spans.size());
        text(24, m_y, kInk, 14, track.name);
        text(kLeft + m_plotWidth, m_y, kFaintInk, 12,
             m_look.words.step + ' ' + timeIn(m_look.unit, track.timeline->makespan), "end");
        m_y += 10;
        const auto chunks = chunksOf(*track.schedule);
        for (std::size_t rank = 0; rank < shown; ++rank) {
            drawLane(track, rank, chunks);
            m_y += kLaneStep;
        }
        m_y += 24;
        return shown;
    }

    void drawLane(const SvgTrack& track, std::size_t rank,
                  const std::array<std::vector<int>, 2>& chunks)
    {
        const plan::Timeline& timeline = *track.timeline;
        text(kLeft - 8, m_y + 16, kFaintInk, 12, fmt::format("rank {}", rank), "end");
        hatched(kLeft, m_y, xOf(timeline.makespan) - kLeft, kLane);
        const plan::PhaseTimes phases = plan::phaseTimes(timeline.spans[rank], timeline.makespan);
        const std::array ends{Nanoseconds{0}, phases.steadyBegin, phases.coolDownBegin,
                              timeline.makespan};
        for (std::size_t phase = 0; phase < kPhases.size(); ++phase)
            if (ends[phase + 1] > ends[phase])
                rect(xOf(ends[phase]), m_y, xOf(ends[phase + 1]) - xOf(ends[phase]), kStrip,
                     kPhases[phase]);
        drawSpans(track, rank, chunks);
        if (timeline.tails.empty())
            return;
        const plan::Tail& tail = timeline.tails[rank];
        drawBar({xOf(tail.begin), xOf(tail.optimizerBegin), kReduction});
        drawBar({xOf(tail.optimizerBegin), xOf(tail.end), kOptimizer});
    }

    // Runs of narrow neighbours make one bar, in the colour of the kind that fills most
    // of it.
    void drawSpans(const SvgTrack& track, std::size_t rank,
                   const std::array<std::vector<int>, 2>& chunks)
    {
        std::array<Nanoseconds, 4> filled{};
        Bar run{};
        std::size_t count = 0;
        const auto finish = [&] {
            if (count == 0)
                return;
            if (count > 1) {
                const auto most = std::max_element(filled.begin(), filled.end());
                run.colour = m_kinds[static_cast<std::size_t>(most - filled.begin())];
                run.only = nullptr;
                m_merged += count;
                m_mergedBars += 1;
            }
            drawBar(run);
            filled.fill(Nanoseconds{0});
            count = 0;
        };
        for (const plan::Span& span : track.timeline->spans[rank]) {
            const double left = xOf(span.start);
            const double right = xOf(span.end);
            const bool narrow = right - left < m_narrowest;
            // A run ends before an op that can be seen by itself, and when it is wide enough to be
            // a bar.
            if (count > 0 && (!narrow || right - run.x > m_narrowest))
                finish();
            if (count == 0) {
                const int direction = track.schedule->placement.directionOf(span.op.microbatch);
                const auto& stages = chunks[static_cast<std::size_t>(direction)];
                run = {left, right,
                       colourOf(m_kinds, span.op.kind,
                                stages[static_cast<std::size_t>(span.op.stage)]),
                       &span};
            }
            run.right = std::max(run.right, right);
            filled[static_cast<std::size_t>(span.op.kind)] += span.end - span.start;
            count += 1;
            if (!narrow)
                finish();
        }
        finish();
    }

    void drawBar(const Bar& bar)
    {
        const double width = bar.right - bar.x;
        if (width <= 0)
            return;
        const double seam = width > 4 ? 0.8 : 0; // between neighbours
        rect(bar.x, m_y + kStrip, width - seam, kLane - kStrip, bar.colour);
        if (bar.only == nullptr)
            return;
        std::string label = std::to_string(bar.only->op.microbatch);
        if (m_letters)
            label.insert(0, 1, plan::letter(bar.only->op.kind));
        if (width >= roomFor(label.size()))
            text(bar.x + (width - seam) / 2, m_y + kStrip + 13.5,
                 isLight(bar.colour) ? kInk : kPaper, 11, label, "middle");
    }

    void axis()
    {
        const double top = m_y - 14;
        rect(kLeft, top, m_plotWidth, 1, kFaintInk);
        for (const Nanoseconds tick : axisTicks(m_longest, m_look.unit)) {
            rect(xOf(tick), top, 1, 5, kFaintInk);
            m_grid += fmt::format("<path d=\"M{:.2f} {:.0f}V{:.1f}\" stroke=\"#{:06x}\"/>\n",
                                  xOf(tick), m_top, top, kGrid);
            text(xOf(tick), top + 18, kFaintInk, 11, timeIn(m_look.unit, tick), "middle");
        }
        m_y = top + 42;
    }

    void notes()
    {
        if (m_mergedBars > 0) {
            text(24, m_y, kInk, 12,
                 fmt::format("{} ops narrower than {:.1f} px, and the idle time between them, are "
                             "drawn as {} bars, each in the colour of the kind that fills most of "
                             "it.",
                             m_merged, m_narrowest, m_mergedBars));
            m_y += 18;
        }
        if (m_hiddenLanes > 0) {
            text(24, m_y, kInk, 12,
                 fmt::format("{} further ranks are left out; {} are drawn.", m_hiddenLanes,
                             m_shownLanes));
            m_y += 18;
        }
    }

    const std::vector<SvgTrack>& m_tracks;
    const SvgLook& m_look;
    const std::array<unsigned, 4>& m_kinds; // by OpKind
    const double m_plotWidth;
    bool m_letters = false; // of kinds, on ops
    Nanoseconds m_longest{};
    std::size_t m_spans = 0;
    std::size_t m_shownLanes = 0;
    std::size_t m_hiddenLanes = 0;
    double m_narrowest = 0; // px; narrower ops are merged with their neighbours
    std::size_t m_merged = 0;
    std::size_t m_mergedBars = 0;
    double m_legend = 46; // top of its line
    double m_top = 0;     // of the lanes
    double m_y = 0;
    std::string m_grid; // behind everything
    std::string m_body;
};

} // namespace

std::string svgPicture(const std::string& title, const std::vector<SvgTrack>& tracks,
                       const SvgLook& look)
{
    return Picture(tracks, look).draw(title);
}

} // namespace strategy
