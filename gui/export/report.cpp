#include "gui/export/report.h"

#include "engine/strategy/svg_text.h"
#include "gui/export/figure_row.h"
#include "gui/export/key_names.h"
#include "gui/export/report_spans.h"
#include "gui/theme/theme.h"
#include "gui/timeline/inks.h"
#include "gui/timeline/texts.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>

#include <array>
#include <utility>

namespace gui {
namespace {

constexpr qsizetype kLongestWords = 4'000;
constexpr auto kRankLeftOut
    = QT_TRANSLATE_NOOP("Report", "One further rank is left out to keep the file small.");
constexpr auto kRanksLeftOut
    = QT_TRANSLATE_NOOP("Report", "%1 further ranks are left out to keep the file small.");

QString reportText(const char* source) { return QCoreApplication::translate("Report", source); }

QByteArray resource(const char* name)
{
    QFile file(QStringLiteral(":/report/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// As the content of an element. What could turn the words around it about is isolated by the
// element (<bdi>).
QByteArray escaped(const QString& text)
{
    QByteArrayList lines;
    for (const QString& line : text.split(QLatin1Char('\n')))
        lines << QByteArray::fromStdString(strategy::escapedXml(line.toStdString()));
    return lines.join('\n');
}

QByteArray shortened(const QString& text)
{
    return escaped(text.size() > kLongestWords ? text.left(kLongestWords) + QStringLiteral("…")
                                               : text);
}

QByteArray isolated(const QString& text) { return "<bdi>" + shortened(text) + "</bdi>"; }

const char* moodName(ReportMood mood)
{
    switch (mood) {
    case ReportMood::Plain:
        break;
    case ReportMood::Good:
        return "good";
    case ReportMood::Warning:
        return "warning";
    case ReportMood::Bad:
        return "bad";
    }
    return "plain";
}

// What the page calls the colour of each, in the order of the legend.
constexpr std::pair<Category, const char*> kOpKeys[] = {{Category::Forward, "forward"},
                                                        {Category::Backward, "backward"},
                                                        {Category::InputGrad, "inputGrad"},
                                                        {Category::WeightGrad, "weightGrad"}};
constexpr std::pair<Category, const char*> kTailKeys[]
    = {{Category::Communication, "transfer"}, {Category::Optimizer, "optimizer"}};

// What the theme calls its colours here; `prefix` stands before each.
QByteArray variablesOf(const Theme& theme, const QByteArray& prefix)
{
    const std::pair<const char*, QColor> kNamed[] = {{"base", theme.base},
                                                     {"panel", theme.panel},
                                                     {"text", theme.text},
                                                     {"muted", theme.mutedText},
                                                     {"grid", theme.grid},
                                                     {"border", theme.border},
                                                     {"accent", theme.accent},
                                                     {"forward", theme.forward},
                                                     {"backward", theme.backward},
                                                     {"inputGrad", theme.inputGrad},
                                                     {"weightGrad", theme.weightGrad},
                                                     {"transfer", theme.transfer},
                                                     {"optimizer", theme.optimizer},
                                                     {"idle", theme.idle},
                                                     {"hatch", theme.hatch},
                                                     {"noData", theme.noData},
                                                     {"noDataDot", theme.noDataDot},
                                                     {"phase0", theme.phases[0]},
                                                     {"phase1", theme.phases[1]},
                                                     {"phase2", theme.phases[2]},
                                                     {"good", theme.good},
                                                     {"warning", theme.warning},
                                                     {"bad", theme.error}};
    QByteArray text;
    const auto add = [&](const QByteArray& name, const QColor& colour) {
        text += "--" + prefix + name + ": " + colour.name().toLatin1() + "; ";
    };
    for (const auto& [name, colour] : kNamed)
        add(name, colour);
    // Of the chunks after the first: fills, and the lines of their patterns.
    const Inks inks = inksOf(theme);
    for (const auto& [category, kind] : kOpKeys)
        for (std::size_t shade = 1; shade < kShades; ++shade) {
            const Ink& ink = inks.ops[static_cast<std::size_t>(category)][shade];
            const QByteArray name = kind + QByteArray::number(shade);
            add(name, ink.fill);
            add(name + "Line", chunkLineOn(ink.fill, ink.text));
        }
    return text;
}

// Of each chunk after the first, eight lines of eight pixels: a bit says whether a pixel has the
// colour of lines, the highest of the leftmost one.
QJsonArray chunkPatterns()
{
    const Inks inks = inksOf(lightTheme());
    QJsonArray patterns;
    for (std::size_t shade = 1; shade < kShades; ++shade) {
        QJsonArray lines;
        for (const auto& pixels : inks.chunks[0][shade]) {
            int bits = 0;
            for (const QRgb pixel : pixels)
                bits = 2 * bits + (pixel != inks.ops[0][shade].fill);
            lines.append(bits);
        }
        patterns.append(lines);
    }
    return patterns;
}

QByteArray style()
{
    const QByteArray light = variablesOf(lightTheme(), {});
    return ":root { color-scheme: light dark; " + light + variablesOf(lightTheme(), "light-")
        + "}\n@media (prefers-color-scheme: dark) { :root { " + variablesOf(darkTheme(), {})
        + "} }\n@media print { :root { color-scheme: light; " + light + "} }\n"
        + resource("report.css");
}

QByteArray hashOf(const QByteArray& text)
{
    return "'sha256-" + QCryptographicHash::hash(text, QCryptographicHash::Sha256).toBase64()
        + '\'';
}

// Nothing in it ends the element that it stands in.
QByteArray embedded(const QJsonObject& data)
{
    return QJsonDocument(data).toJson(QJsonDocument::Compact).replace('<', "\\u003c");
}

QJsonObject words()
{
    return {
        {QStringLiteral("ops"),
         QJsonArray{
             reportText(QT_TRANSLATE_NOOP("Report", "forward of microbatch %1 on stage %2")),
             reportText(QT_TRANSLATE_NOOP("Report", "backward of microbatch %1 on stage %2")),
             reportText(QT_TRANSLATE_NOOP("Report", "input gradient of microbatch %1 on stage %2")),
             reportText(
                 QT_TRANSLATE_NOOP("Report", "weight gradient of microbatch %1 on stage %2"))}},
        {QStringLiteral("place"), reportText(QT_TRANSLATE_NOOP("Report", "%1, rank %2"))},
        {QStringLiteral("chunk"), reportText(QT_TRANSLATE_NOOP("Report", "%1, rank %2, chunk %3"))},
        {QStringLiteral("when"), reportText(QT_TRANSLATE_NOOP("Report", "%1 to %2: %3"))},
        {QStringLiteral("needs"),
         reportText(QT_TRANSLATE_NOOP("Report", "needs the %1, which ends on rank %2 at %3"))},
        {QStringLiteral("other"), reportText(QT_TRANSLATE_NOOP("Report", "%1: %2, %3"))},
        {QStringLiteral("lost"),
         reportText(QT_TRANSLATE_NOOP("Report", "no data for %1: telemetry was lost"))},
        {QStringLiteral("reduction"),
         reportText(QT_TRANSLATE_NOOP("Report", "gradient reduction of rank %2: %1"))},
        {QStringLiteral("optimizer"),
         reportText(QT_TRANSLATE_NOOP("Report", "optimizer of rank %2: %1"))},
        {QStringLiteral("bubbles"),
         QJsonArray{reportText(QT_TRANSLATE_NOOP("Report", "warm-up bubble: %1")),
                    reportText(QT_TRANSLATE_NOOP("Report", "steady bubble: %1")),
                    reportText(QT_TRANSLATE_NOOP("Report", "cool-down bubble: %1"))}},
        {QStringLiteral("waits"),
         reportText(QT_TRANSLATE_NOOP("Report", "the %1 waits for the %2 on rank %3"))},
        {QStringLiteral("hidden"), QJsonArray{reportText(kRankLeftOut), reportText(kRanksLeftOut)}},
        {QStringLiteral("rank"), reportText(QT_TRANSLATE_NOOP("Report", "rank %1"))}};
}

class Writer {
public:
    explicit Writer(const Report& report)
        : m_report(report)
    {
    }

    QByteArray write()
    {
        const QByteArray css = style();
        const QByteArray script
            = resource("tracks.js") + resource("inks.js") + resource("timeline.js");
        const ReportSpans spans = reportSpans(m_report.tracks, kMostReportSpans);
        const QByteArray language = QLocale().bcp47Name().toLatin1();
        m_html = "<!DOCTYPE html>\n<html lang=\"" + language
            + "\">\n<head>\n<meta charset=\"utf-8\">\n"
            + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
              "script-src "
            + hashOf(script) + "; style-src " + hashOf(css)
            + "; base-uri 'none'; form-action 'none'\">\n"
              "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>"
            + shortened(m_report.title) + "</title>\n<style>" + css
            + "</style>\n</head>\n<body>\n<h1>" + isolated(m_report.title) + "</h1>\n";
        paragraph(m_report.subtitle, "muted");
        numbers();
        findings();
        timeline(spans);
        for (const NamedTable& each : m_report.tables)
            table(each);
        settings();
        heading(reportText(QT_TRANSLATE_NOOP("Report", "Where this comes from")));
        for (const QString& line : m_report.provenance)
            paragraph(line, "muted");
        m_html += R"(<script type="application/json" id="data">)"
            + embedded({{QStringLiteral("tracks"), spans.tracks},
                        {QStringLiteral("patterns"), chunkPatterns()},
                        {QStringLiteral("words"), words()}})
            + "</script>\n<script>" + script + "</script>\n</body>\n</html>\n";
        return std::move(m_html);
    }

private:
    void heading(const QString& text) { m_html += "<h2>" + escaped(text) + "</h2>\n"; }

    void paragraph(const QString& text, const char* kind)
    {
        if (!text.isEmpty())
            m_html += QByteArray("<p class=\"") + kind + "\">" + isolated(text) + "</p>\n";
    }

    void numbers()
    {
        if (m_report.numbers.empty())
            return;
        m_html += "<dl class=\"numbers\">\n";
        for (const ReportNumber& number : m_report.numbers) {
            m_html += "<div><dt>" + isolated(number.name) + "</dt><dd class=\""
                + moodName(number.mood) + "\">" + isolated(number.value) + "</dd>";
            if (!number.detail.isEmpty())
                m_html += "<dd>" + isolated(number.detail) + "</dd>";
            m_html += "</div>\n";
        }
        m_html += "</dl>\n";
    }

    void findings()
    {
        if (m_report.findings.empty())
            return;
        heading(reportText(QT_TRANSLATE_NOOP("Report", "Verdict")));
        m_html += "<ul class=\"findings\">\n";
        for (const ReportFinding& finding : m_report.findings) {
            m_html += QByteArray("<li class=\"") + moodName(finding.mood) + "\"><p>"
                + isolated(finding.sentence) + "</p>";
            for (const QString& line : finding.evidence)
                paragraph(line, "muted");
            m_html += "</li>\n";
        }
        m_html += "</ul>\n";
    }

    void key(const QByteArray& ink, const QString& words)
    {
        m_html += R"(<li><canvas width="20" height="12" aria-hidden="true" data-ink=")" + ink
            + "\"></canvas>" + escaped(words) + "</li>\n";
    }

    void keys()
    {
        const std::array<bool, kCategories> there = categoriesOf(m_report.tracks);
        const auto keyIfThere = [&](Category category, const char* ink) {
            if (there[static_cast<std::size_t>(category)])
                key(ink, keyName(category));
        };
        m_html += "<ul id=\"keys\">\n";
        for (const auto& [category, ink] : kOpKeys)
            keyIfThere(category, ink);
        int chunk = 0;
        for (const QString& name : chunkKeyNames(m_report.tracks))
            key("chunk" + QByteArray::number(++chunk), name);
        for (const auto& [category, ink] : kTailKeys)
            keyIfThere(category, ink);
        key("idle", timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "bubble")));
        keyIfThere(Category::NoData, "noData");
        for (int phase = 0; phase < 3; ++phase)
            key("phase" + QByteArray::number(phase), phaseKeyName(phase));
        m_html += "</ul>\n";
    }

    void timeline(const ReportSpans& spans)
    {
        if (spans.tracks.isEmpty())
            return;
        heading(reportText(QT_TRANSLATE_NOOP("Report", "Timeline")));
        const QString hint = reportText(QT_TRANSLATE_NOOP(
            "Report",
            "Scroll to zoom and drag to move; double-click to see the whole step. Keys: + and − to "
            "zoom, left and right to move, up and down to change the rank, comma and period to "
            "step "
            "from op to op, 0 to see the whole step."));
        m_html += R"(<p id="hint" class="muted">)" + escaped(hint) + "</p>\n";
        keys();
        m_html += "<figure>\n<canvas id=\"timeline\" tabindex=\"0\" role=\"application\" "
                  "aria-describedby=\"hint\" aria-label=\""
            + escaped(reportText(QT_TRANSLATE_NOOP("Report", "Timeline")))
            + "\"></canvas>\n<div id=\"tip\" role=\"tooltip\" hidden></div>\n</figure>\n"
              "<p id=\"story\" aria-live=\"polite\"></p>\n<noscript><p>"
            + escaped(reportText(QT_TRANSLATE_NOOP(
                "Report", "The timeline is drawn by a script, which this browser does not run.")))
            + "</p></noscript>\n";
        if (spans.hiddenRanks == 1)
            paragraph(reportText(kRankLeftOut), "muted");
        else if (spans.hiddenRanks > 1)
            paragraph(reportText(kRanksLeftOut).arg(spans.hiddenRanks), "muted");
    }

    void table(const NamedTable& table)
    {
        if (table.shown.empty())
            return;
        const qsizetype columns = table.shown.front().size();
        heading(table.name);
        m_html += "<div class=\"wide\"><table>\n";
        for (std::size_t i = 0; i < table.shown.size(); ++i) {
            const QStringList& line = table.shown[i];
            m_html += "<tr>";
            for (qsizetype cell = 0; cell < line.size(); ++cell) {
                const QByteArray words = isolated(line[cell]);
                if (i == 0)
                    m_html += "<th scope=\"col\">" + words + "</th>";
                else if (line.size() < columns && cell == line.size() - 1)
                    m_html += R"(<td class="words" colspan=")" + QByteArray::number(columns - cell)
                        + "\">" + words + "</td>";
                else
                    m_html += "<td>" + words + "</td>";
            }
            m_html += "</tr>\n";
        }
        m_html += "</table></div>\n";
        paragraph(table.note, "muted");
    }

    void settings()
    {
        if (m_report.settings.isEmpty())
            return;
        heading(reportText(QT_TRANSLATE_NOOP("Report", "Settings")));
        // A strategy of many stages has long lists; all of it is there.
        m_html += "<pre>" + escaped(m_report.settings) + "</pre>\n";
    }

    const Report& m_report;
    QByteArray m_html;
};

} // namespace

QByteArray htmlOf(const Report& report) { return Writer(report).write(); }

} // namespace gui
