#include "engine/paper/handout_items.h"

#include "engine/paper/page_picture.h"
#include "engine/paper/page_text.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

namespace paper {
namespace {

using lesson::HandoutBlock;
using Kind = HandoutBlock::Kind;

constexpr double kGutter = 26;        // of the numbers of steps, left of their text
constexpr double kPictureIndent = 10; // so that what it begins with stands under text
constexpr double kLetterBox = 13;
constexpr double kOptionIndent = 22;
constexpr double kBlankLine = 200;
constexpr double kBlankHeight = 24;
constexpr int kMostKeptLines = 8; // of a text that is not cut

constexpr TextStyle kTitle{.size = 18, .bold = true, .lineHeight = 1.3};
constexpr TextStyle kTitleAgain{.size = 13, .grey = 0.25, .lineHeight = 1.3};
constexpr TextStyle kAim{.size = 10.5, .grey = 0.3};
constexpr TextStyle kBody{};
constexpr TextStyle kBodyAgain{.grey = 0.3};
constexpr TextStyle kNumber{.size = 12, .bold = true, .lineHeight = 1.2};
constexpr TextStyle kRight{.size = 10.5, .bold = true, .lineHeight = 1.37};
constexpr TextStyle kLetter{.size = 8.5, .bold = true, .lineHeight = 1.5};
constexpr TextStyle kCode{.size = 7.5, .mono = true, .grey = 0.35};

class ItemMaker {
public:
    explicit ItemMaker(cairo_t* cairo)
        : m_cairo(cairo)
    {
    }

    plan::Result<std::vector<Item>> all(const std::vector<HandoutBlock>& blocks)
    {
        for (std::size_t i = 0; i < blocks.size() && !m_error; ++i) {
            make(blocks[i]);
            // An exercise ends where the next one begins.
            const bool ends = i + 1 == blocks.size() || blocks[i + 1].kind == Kind::Heading
                || blocks[i + 1].kind == Kind::Title || blocks[i + 1].kind == Kind::NewPage;
            if (ends && !m_items.empty() && blocks[i].kind != Kind::Title)
                m_items.back().keep = Keep::Loose;
        }
        if (m_error)
            return *m_error;
        return std::move(m_items);
    }

private:
    using TextPtr = std::shared_ptr<const PageText>;

    void make(const HandoutBlock& block)
    {
        switch (block.kind) {
        case Kind::Title:
            m_indent = 0;
            return addText(block, block.isAgain ? kTitleAgain : kTitle, block.isAgain ? 2 : 14,
                           Keep::Tight);
        case Kind::Aim:
            return addText(block, kAim, block.isAgain ? 1 : 6, Keep::Together);
        case Kind::Heading:
            return addHeading(block);
        case Kind::Text:
            return addText(block, block.isAgain ? kBodyAgain : kBody, block.isAgain ? 1 : 4,
                           Keep::Tight);
        case Kind::Option:
            return addOption(block);
        case Kind::Blank:
            return addBlank(block);
        case Kind::Picture:
            return addPicture(block);
        case Kind::Code:
            return addText(block, kCode, 8, Keep::Loose);
        case Kind::NewPage:
            m_isNewPage = true;
            return;
        }
    }

    TextPtr text(const std::string& words, const TextStyle& style, lesson::Language language,
                 double width)
    {
        auto made = std::make_shared<const PageText>(m_cairo, words, style, language, width);
        if (made->missing() > 0 && !m_error)
            m_error = missingLetters(words);
        return made;
    }

    void add(Item item)
    {
        item.onNewPage = std::exchange(m_isNewPage, false);
        // Beside the number of its step, not under it.
        if (std::exchange(m_isBesideNumber, false))
            item.before = 0;
        m_items.push_back(std::move(item));
    }

    void addLines(const TextPtr& made, double x, double before, Keep keep)
    {
        const int lines = made->lines();
        for (int line = 0; line < lines; ++line) {
            const bool isLast = line + 1 == lines;
            // Neither a first nor a last line stands alone.
            const bool isKept = lines <= kMostKeptLines || line == 0 || line + 2 == lines;
            add({.before = line == 0 ? before : 0,
                 .height = made->lineHeight(),
                 .keep = isLast ? keep
                     : isKept   ? Keep::Tight
                                : Keep::Together,
                 .draw = [made, line, x](double y) { made->drawLine(line, kMargin + x, y); }});
        }
    }

    void addText(const HandoutBlock& block, const TextStyle& style, double before, Keep keep)
    {
        addLines(text(block.text, style, block.language, kTextWidth - m_indent), m_indent, before,
                 keep);
    }

    // A rule, and under it the number in the gutter.
    void addHeading(const HandoutBlock& block)
    {
        m_indent = kGutter;
        const TextPtr number = text(block.label, kNumber, block.language, kTextWidth);
        add({.before = 12,
             .height = 7,
             .keep = Keep::Tight,
             .draw = [number, cairo = m_cairo](double y) {
                 rule(cairo, kMargin, y, kTextWidth, 0.6);
                 number->drawLine(0, kMargin, y + 7);
             }});
        m_isBesideNumber = true;
        if (!block.text.empty())
            addText(block, kRight, 0, Keep::Tight);
    }

    void addOption(const HandoutBlock& block)
    {
        const double x = m_indent + kOptionIndent;
        const TextPtr words
            = text(block.text, block.isAgain ? kBodyAgain : kBody, block.language, kTextWidth - x);
        const std::size_t first = m_items.size();
        addLines(words, x, block.isAgain ? 0 : 4, Keep::Together);
        if (block.isAgain || first >= m_items.size())
            return;
        const TextPtr letter = text(block.label, kLetter, block.language, kTextWidth);
        const double left = kMargin + m_indent;
        m_items[first].draw
            = [line = m_items[first].draw, letter, left, cairo = m_cairo](double y) {
                  line(y);
                  cairo_rectangle(cairo, left + 0.5, y + 0.6, kLetterBox, kLetterBox - 0.4);
                  stroke(cairo, 0.7);
                  letter->drawLine(0, left + 0.5 + (kLetterBox - letter->width()) / 2, y + 0.4);
              };
    }

    void addBlank(const HandoutBlock& block)
    {
        const TextPtr label = text(block.label, kBody, block.language, kTextWidth / 2);
        const TextPtr unit = text(block.text, kBody, block.language, kTextWidth / 3);
        const double left = kMargin + m_indent;
        const double begin = left + (block.label.empty() ? 0 : label->width() + 6);
        add({.before = 2,
             .height = kBlankHeight,
             .keep = Keep::Together,
             .draw = [label, unit, left, begin, cairo = m_cairo](double y) {
                 const double top = y + kBlankHeight - label->lineHeight();
                 label->drawLine(0, left, top);
                 rule(cairo, begin, y + kBlankHeight - 2.5, kBlankLine, 0.2);
                 unit->drawLine(0, begin + kBlankLine + 6, top);
             }});
    }

    void addPicture(const HandoutBlock& block)
    {
        auto made = PagePicture::make(block.text);
        if (!made) {
            if (!m_error)
                m_error = made.error();
            return;
        }
        const auto picture = std::make_shared<const PagePicture>(*std::move(made));
        const PagePicture::Size size = picture->within(kTextWidth, kTextHeight);
        add({.before = 8,
             .height = size.height,
             .keep = Keep::Together,
             .draw = [picture, size, cairo = m_cairo](double y) {
                 picture->draw(cairo, kMargin + kPictureIndent, y, size);
             }});
    }

    static void rule(cairo_t* cairo, double x, double y, double width, double grey)
    {
        cairo_move_to(cairo, x, y);
        cairo_line_to(cairo, x + width, y);
        cairo_set_source_rgb(cairo, grey, grey, grey);
        cairo_set_line_width(cairo, 0.6);
        cairo_stroke(cairo);
    }

    static void stroke(cairo_t* cairo, double width)
    {
        cairo_set_source_rgb(cairo, 0, 0, 0);
        cairo_set_line_width(cairo, width);
        cairo_stroke(cairo);
    }

    cairo_t* m_cairo;
    std::vector<Item> m_items;
    std::optional<plan::Error> m_error;
    double m_indent = 0; // of text
    bool m_isNewPage = false;
    bool m_isBesideNumber = false;
};

} // namespace

plan::Result<std::vector<Item>> itemsOf(const std::vector<HandoutBlock>& blocks, cairo_t* cairo)
{
    return ItemMaker(cairo).all(blocks);
}

plan::Error missingLetters(const std::string& text)
{
    return {fmt::format("no font of this machine has all letters of '{}'; install one that has, as "
                        "Debian's fonts-noto-cjk for Chinese",
                        text)};
}

} // namespace paper
