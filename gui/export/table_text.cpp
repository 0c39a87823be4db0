#include "gui/export/table_text.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace gui {
namespace {

// A sheet works out what begins so, wherever it comes from; a number is none the worse for it.
bool isFormula(const QString& text)
{
    static const QString kBegins = QStringLiteral("=+-@\t\r");
    if (text.isEmpty() || !kBegins.contains(text[0]))
        return false;
    bool isNumber = false;
    text.toDouble(&isNumber);
    return !isNumber;
}

QString csvField(QString text)
{
    if (isFormula(text))
        text.prepend(QLatin1Char('\''));
    const auto has = [&text](char c) { return text.contains(QLatin1Char(c)); };
    if (!has(',') && !has('"') && !has('\n') && !has('\r'))
        return text;
    return QLatin1Char('"') + text.replace(QLatin1Char('"'), QStringLiteral("\"\""))
        + QLatin1Char('"');
}

// What LaTeX takes for something else, or has no letter for; in its first encoding of fonts, too.
constexpr std::pair<char16_t, const char*> kLatexWords[] = {
    {u'&', "\\&"},
    {u'%', "\\%"},
    {u'$', "\\$"},
    {u'#', "\\#"},
    {u'_', "\\_"},
    {u'{', "\\{"},
    {u'}', "\\}"},
    {u'\\', "\\textbackslash{}"},
    {u'~', "\\textasciitilde{}"},
    {u'^', "\\textasciicircum{}"},
    {u'<', "\\textless{}"},
    {u'>', "\\textgreater{}"},
    {u'|', "\\textbar{}"},
    {u'\n', " "},
    {u'\r', " "},
    {u'−', "$-$"},
    {u'–', "--"},
    {u'·', "$\\cdot$"},
    {u'×', "$\\times$"},
    {u'µ', "\\textmu{}"},
};

QString latexCell(const QString& text)
{
    QString cell;
    for (const QChar c : text) {
        const auto* word = std::find_if(std::begin(kLatexWords), std::end(kLatexWords),
                                        [c](const auto& each) { return c == each.first; });
        if (word == std::end(kLatexWords))
            cell += c;
        else
            cell += QLatin1String(word->second);
    }
    return cell;
}

} // namespace

QString paddedText(const std::vector<QStringList>& lines)
{
    std::vector<qsizetype> widths;
    for (const QStringList& line : lines)
        for (qsizetype i = 0; i < line.size(); ++i) {
            if (static_cast<std::size_t>(i) == widths.size())
                widths.push_back(0);
            if (i == 0 || line.size() == lines.front().size())
                widths[static_cast<std::size_t>(i)]
                    = std::max(widths[static_cast<std::size_t>(i)], line[i].size());
        }
    QString text;
    for (const QStringList& line : lines) {
        QString joined;
        for (qsizetype i = 0; i < line.size(); ++i)
            joined += line[i].leftJustified(widths[static_cast<std::size_t>(i)] + 2);
        text += joined.trimmed() + QLatin1Char('\n');
    }
    return text;
}

QString csvText(std::vector<QStringList> lines)
{
    QString text;
    for (QStringList& line : lines) {
        std::transform(line.begin(), line.end(), line.begin(), csvField);
        text += line.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return text;
}

QString markdownText(std::vector<QStringList> lines)
{
    QString text;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        // A bar within a cell would begin another column, and the end of a line the next.
        lines[i].replaceInStrings(QStringLiteral("\n"), QStringLiteral(" "));
        lines[i].replaceInStrings(QStringLiteral("\r"), QStringLiteral(" "));
        lines[i].replaceInStrings(QStringLiteral("<"), QStringLiteral("&lt;"));
        lines[i].replaceInStrings(QStringLiteral("|"), QStringLiteral("\\|"));
        text
            += QStringLiteral("| ") + lines[i].join(QStringLiteral(" | ")) + QStringLiteral(" |\n");
        if (i == 0)
            text += QStringLiteral("| :--- |")
                + QStringLiteral(" ---: |").repeated(lines[0].size() - 1) + QLatin1Char('\n');
    }
    return text;
}

QString latexText(std::vector<QStringList> lines)
{
    const qsizetype columns = lines.front().size();
    QString text = QStringLiteral("\\begin{tabular}{l%1}\n\\toprule\n")
                       .arg(QString(columns - 1, QLatin1Char('r')));
    for (std::size_t i = 0; i < lines.size(); ++i) {
        QStringList& line = lines[i];
        std::transform(line.begin(), line.end(), line.begin(), latexCell);
        if (line.size() < columns)
            line.last() = QStringLiteral("\\multicolumn{%1}{l}{%2}")
                              .arg(columns - line.size() + 1)
                              .arg(line.last());
        text += line.join(QStringLiteral(" & ")) + QStringLiteral(" \\\\\n");
        if (i == 0)
            text += QStringLiteral("\\midrule\n");
    }
    return text + QStringLiteral("\\bottomrule\n\\end{tabular}\n");
}

QString textOf(const NamedTable& table, TableFormat format)
{
    switch (format) {
    case TableFormat::Csv:
        return csvText(table.exact.empty() ? table.shown : table.exact);
    case TableFormat::Markdown:
        return markdownText(table.shown);
    case TableFormat::Latex:
        return latexText(table.shown);
    case TableFormat::Text:
        break;
    }
    return paddedText(table.shown);
}

} // namespace gui
