#include "engine/lesson/handout_figure.h"

#include "engine/lesson/judge.h"
#include "engine/strategy/svg_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lesson {
namespace {

// In pixels: on a page of A4 its letters have the size of small print.
constexpr double kPaperWidth = 720;
constexpr std::size_t kMostOps = 2048; // of a picture
constexpr int kMostColumns = 60;       // of an empty grid
constexpr int kSpareColumns = 3;       // more than the best order needs

strategy::SvgLook lookOf(const ReadLesson& read, Language language)
{
    strategy::SvgLook look{.width = kPaperWidth, .unit = read.lesson.unit, .printed = true};
    if (language == Language::Chinese)
        look.words = {.kinds = {"前向", "反向", "输入梯度", "权重梯度"},
                      .reduction = "梯度归约",
                      .optimizer = "优化器",
                      .idle = "空闲",
                      .phases = {"预热", "稳态", "冷却"},
                      .step = "一步",
                      .language = "zh-CN"};
    return look;
}

std::size_t opsOf(const Planned& planned)
{
    std::size_t ops = 0;
    for (const auto& order : planned.schedule().order)
        ops += order.size();
    return ops;
}

std::string laneGrid(const ReadLesson& read, const Planned& planned)
{
    const auto unit = read.lesson.unit;
    const double columns = unit
        ? double(planned.row().makespan.count()) / double(unit->count()) + kSpareColumns
        : kMostColumns;
    return emptyGridSvg(planned.schedule().shape.ranks,
                        std::min(kMostColumns, int(std::ceil(columns))));
}

} // namespace

std::string timelineSvg(const ReadLesson& read, const Step& step, Language language)
{
    std::vector<std::pair<std::string, PlannedPtr>> shown;
    for (const std::string& state : step.compare)
        if (const auto found = read.states.find(state); found != read.states.end())
            shown.emplace_back(state, found->second.planned);
    if (shown.empty())
        shown.emplace_back(step.state, shownBy(read, step));
    std::size_t ops = 0;
    std::vector<strategy::SvgTrack> tracks;
    for (const auto& [name, planned] : shown) {
        if (!planned || !planned->hasTimeline())
            return {};
        ops += opsOf(*planned);
        tracks.push_back({name, &planned->schedule(), &planned->timeline()});
    }
    if (ops > kMostOps)
        return {};
    return strategy::svgPicture({}, tracks, lookOf(read, language));
}

std::string stepFigureSvg(const ReadLesson& read, const Step& step, Language language)
{
    const PlannedPtr shown = shownBy(read, step);
    if (!std::holds_alternative<BuildAction>(step.action) || !shown || !shown->hasTimeline())
        return timelineSvg(read, step, language);
    return laneGrid(read, *shown);
}

std::string emptyGridSvg(int ranks, int columns)
{
    // In pixels.
    constexpr int kLeft = 72;
    constexpr int kRow = 30;
    constexpr int kTop = 22;
    const auto width = int(kPaperWidth);
    const double column = double(width - kLeft - 12) / columns;
    const int height = kTop + ranks * kRow + 8;
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
        "height=\"{1}\" font-family=\"Helvetica, Arial, sans-serif\">\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
        width, height);
    for (int i = 0; i <= columns; ++i) {
        const double x = kLeft + i * column;
        svg += fmt::format("<path d=\"M{0:.1f} {1}V{2}\" stroke=\"#{3}\"/>\n", x, kTop,
                           kTop + ranks * kRow, i % 5 == 0 ? "777777" : "cccccc");
        if (i % 5 == 0)
            svg += fmt::format(
                "<text x=\"{:.1f}\" y=\"{}\" font-size=\"11\" text-anchor=\"middle\" "
                "fill=\"#333333\">{}</text>\n",
                x, kTop - 6, i);
    }
    for (int rank = 0; rank <= ranks; ++rank) {
        const int y = kTop + rank * kRow;
        svg += fmt::format("<path d=\"M{} {}H{}\" stroke=\"#777777\"/>\n", kLeft, y, width - 12);
        if (rank < ranks)
            svg += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"12\" text-anchor=\"end\" "
                               "fill=\"#333333\">rank {}</text>\n",
                               kLeft - 8, y + 20, rank);
    }
    return svg + "</svg>\n";
}

} // namespace lesson
