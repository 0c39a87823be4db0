#include "engine/lesson/handout.h"
#include "engine/strategy/svg_text.h"

#include <fmt/format.h>

namespace lesson {
namespace {

using Kind = HandoutBlock::Kind;

// For a screen and for A4 or Letter, in black on white: whatever is said by a colour is said by its
// tone, too. An exercise stays on one page where it fits.
constexpr std::string_view kStyle = R"css(
body { max-width: 44em; margin: 2em auto; padding: 0 1.5em; color: #111; background: #fff;
       font: 16px/1.5 Helvetica, Arial, "Noto Sans CJK SC", "DejaVu Sans", sans-serif; }
h1 { font-size: 1.7em; line-height: 1.25; margin: 0 0 .2em; }
h1.again { font-size: 1.2em; font-weight: normal; color: #333; }
p { margin: .35em 0; }
.aim { color: #444; }
section { position: relative; padding: .7em 0 .5em 2.2em; border-top: 1px solid #999; margin: 1em 0 0;
          break-inside: avoid; }
h2 { font-size: 1em; margin: 0; }
h2 .number { position: absolute; left: 0; font-size: 1.15em; line-height: 1.3; }
h2 + p { margin-top: 0; }
.again { color: #444; }
.option { padding-left: 1.7em; text-indent: -1.7em; }
.option.again { margin-top: -.25em; text-indent: 0; }
.option b { display: inline-block; width: 1.4em; margin-right: .6em; border: 1px solid #111; border-radius: 3px;
            box-sizing: border-box; text-align: center; text-indent: 0; font-size: .85em; line-height: 1.4; }
.blank { margin: 1em 0 .6em; }
.blank span { display: inline-block; width: 15em; max-width: 60%; border-bottom: 1px solid #111; }
.code { color: #555; font: .75em "DejaVu Sans Mono", monospace; margin-top: .8em; }
.page { break-before: page; }
figure { margin: .6em 0 .6em -1.5em; break-inside: avoid; break-before: avoid; }
figure svg { display: block; width: 100%; height: auto; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
@page { margin: 18mm 17mm; }
@media screen { .page { border-top: 2px solid #111; margin-top: 4em; padding-top: 2em; } }
@media print { body { margin: 0; padding: 0; max-width: none; font-size: 10.5pt; orphans: 3; widows: 3; }
               h1, h2, .aim { break-after: avoid; } }
)css";

std::string_view langOf(Language language)
{
    return language == Language::Chinese ? "zh-CN" : "en";
}

std::string element(std::string_view tag, const std::string& kind, const HandoutBlock& block,
                    const std::string& content)
{
    return fmt::format("<{0} class=\"{1}{2}\" lang=\"{3}\">{4}</{0}>\n", tag, kind,
                       block.isAgain ? " again" : "", langOf(block.language), content);
}

std::string html(const HandoutBlock& block)
{
    const std::string text = strategy::escapedXml(block.text);
    const std::string label = strategy::escapedXml(block.label);
    switch (block.kind) {
    case Kind::Title:
        return element("h1", "title", block, text);
    case Kind::Aim:
        return element("p", "aim", block, text);
    case Kind::Heading:
        return fmt::format("<h2><span class=\"number\">{}</span>{}</h2>\n", label, text);
    case Kind::Text:
        return element("p", "text", block, text);
    case Kind::Option:
        return element("p", "option", block, block.isAgain ? text : "<b>" + label + "</b>" + text);
    case Kind::Blank:
        return element("p", "blank", block, label + " <span>&nbsp;</span> " + text);
    case Kind::Picture:
        return "<figure>" + block.text + "</figure>\n";
    case Kind::Code:
        return element("p", "code", block, text);
    case Kind::NewPage:
        return "<div class=\"page\"></div>\n";
    }
    return {};
}

// Exercises are sections: a heading begins one.
bool endsSection(HandoutBlock::Kind kind)
{
    return kind == Kind::Heading || kind == Kind::NewPage || kind == Kind::Title;
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
        langOf(language), strategy::escapedXml(title), kStyle);
    bool isOpen = false;
    for (const HandoutBlock& block : blocks) {
        if (isOpen && endsSection(block.kind))
            text += "</section>\n";
        isOpen = block.kind == Kind::Heading || (isOpen && !endsSection(block.kind));
        if (block.kind == Kind::Heading)
            text += "<section>\n";
        text += html(block);
    }
    if (isOpen)
        text += "</section>\n";
    return text + "</body>\n</html>\n";
}

} // namespace lesson
