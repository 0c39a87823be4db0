#include "engine/lesson/handout.h"
#include "engine/strategy/svg_text.h"

#include <fmt/format.h>

namespace lesson {
namespace {

using Kind = HandoutBlock::Kind;

// For a screen and for A4 or Letter, in black on white.
constexpr std::string_view kStyle = R"css(
body { max-width: 46em; margin: 2em auto; padding: 0 1em; color: #111; background: #fff;
       font: 16px/1.5 "DejaVu Sans", "Noto Sans CJK SC", Helvetica, Arial, sans-serif; }
h1 { font-size: 1.6em; margin: 0 0 .3em; }
h2 { font-size: 1.15em; margin: 1.6em 0 .3em; border-top: 1px solid #888; padding-top: .6em; }
p { margin: .4em 0; }
.aim { font-style: italic; }
.option { margin: .2em 0 .2em 1.2em; }
.blank { margin: .9em 0; }
.blank span { display: inline-block; min-width: 14em; border-bottom: 1px solid #111; }
.code { color: #555; font: .8em "DejaVu Sans Mono", monospace; }
.page { break-before: page; }
figure { margin: .6em 0; break-inside: avoid; }
figure svg { width: 100%; height: auto; }
@media print { body { margin: 0; max-width: none; font-size: 11pt; } h2 { break-after: avoid; } }
)css";

std::string paragraph(std::string_view kind, const std::string& text)
{
    return fmt::format("<p class=\"{}\">{}</p>\n", kind, strategy::escapedXml(text));
}

std::string blank(const std::string& label)
{
    // A unit stands behind the line, a label before it.
    const bool isLabel = label.ends_with(':') || label.ends_with("：")
        || (!label.empty() && label.front() >= '0' && label.front() <= '9');
    const std::string words = strategy::escapedXml(label);
    return fmt::format("<p class=\"blank\">{}<span>&nbsp;</span>{}</p>\n",
                       isLabel ? words + ' ' : "", isLabel ? "" : ' ' + words);
}

std::string html(const HandoutBlock& block)
{
    switch (block.kind) {
    case Kind::Title:
        return fmt::format("<h1>{}</h1>\n", strategy::escapedXml(block.text));
    case Kind::Aim:
        return paragraph("aim", block.text);
    case Kind::Heading:
        return fmt::format("<h2>{}</h2>\n", strategy::escapedXml(block.text));
    case Kind::Text:
        return paragraph("text", block.text);
    case Kind::Option:
        return paragraph("option", block.text);
    case Kind::Blank:
        return blank(block.text);
    case Kind::Picture:
        return "<figure>" + block.text + "</figure>\n";
    case Kind::Code:
        return paragraph("code", block.text);
    case Kind::NewPage:
        return "<div class=\"page\"></div>\n";
    }
    return {};
}

} // namespace

std::string handoutHtml(const std::vector<HandoutBlock>& blocks, const std::string& title,
                        Language language)
{
    std::string text = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "style-src 'unsafe-inline'\">\n<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n",
        language == Language::Chinese ? "zh-CN" : "en", strategy::escapedXml(title), kStyle);
    for (const HandoutBlock& block : blocks)
        text += html(block);
    return text + "</body>\n</html>\n";
}

std::string emptyGridSvg(int ranks, int columns)
{
    // In pixels.
    constexpr int kLeft = 72, kRow = 34, kTop = 22;
    const int width = 1200;
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
                "<text x=\"{:.1f}\" y=\"{}\" font-size=\"13\" text-anchor=\"middle\" "
                "fill=\"#333333\">{}</text>\n",
                x, kTop - 6, i);
    }
    for (int rank = 0; rank <= ranks; ++rank) {
        const int y = kTop + rank * kRow;
        svg += fmt::format("<path d=\"M{} {}H{}\" stroke=\"#777777\"/>\n", kLeft, y, width - 12);
        if (rank < ranks)
            svg += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"14\" text-anchor=\"end\" "
                               "fill=\"#333333\">rank {}</text>\n",
                               kLeft - 8, y + 22, rank);
    }
    return svg + "</svg>\n";
}

} // namespace lesson
