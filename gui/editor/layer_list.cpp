#include "gui/editor/layer_list.h"

#include "gui/editor/editor_text.h"

#include <QStringList>

namespace gui {
namespace {

bool isSpace(QChar c) { return c.isSpace(); }

// That of a Chinese keyboard too.
bool isComma(QChar c) { return c == QLatin1Char(',') || c == QChar(0xFF0C); }

} // namespace

const std::vector<int>& layersOf(const strategy::Strategy& strategy, LayersPer per)
{
    return per == LayersPer::Rank ? strategy.parallel.layersPerRank
                                  : strategy.parallel.layersPerStage;
}

std::vector<int>& layersOf(strategy::Strategy& strategy, LayersPer per)
{
    return per == LayersPer::Rank ? strategy.parallel.layersPerRank
                                  : strategy.parallel.layersPerStage;
}

std::optional<std::vector<int>> layersFromText(const QString& text)
{
    std::vector<int> layers;
    bool mayHaveComma = false; // one behind each number; the last may be without its next
    for (qsizetype at = 0; at < text.size();) {
        if (isSpace(text[at]) || (mayHaveComma && isComma(text[at]))) {
            mayHaveComma = mayHaveComma && !isComma(text[at]);
            ++at;
            continue;
        }
        qsizetype end = at;
        while (end < text.size() && !isSpace(text[end]) && !isComma(text[end]))
            ++end;
        bool isWhole = false;
        const int count = text.mid(at, end - at).toInt(&isWhole);
        if (!isWhole)
            return std::nullopt;
        layers.push_back(count);
        mayHaveComma = true;
        at = end;
    }
    return layers;
}

QString layersText(const std::vector<int>& layers)
{
    QStringList words;
    words.reserve(static_cast<qsizetype>(layers.size()));
    for (const int count : layers)
        words << QString::number(count);
    return words.join(QStringLiteral(", "));
}

QString evenLayersText(const strategy::Strategy& strategy, LayersPer per)
{
    const long long stages = strategy::stagesOf(strategy);
    const long long layers = strategy.model ? strategy.model->layers : 0;
    if (stages < 1 || layers < stages)
        return editorText(QT_TRANSLATE_NOOP("Editor", "even"));
    const long long each = layers / stages;
    const bool divides = layers % stages == 0;
    if (per == LayersPer::Rank && divides)
        return editorText(QT_TRANSLATE_NOOP("Editor", "even: %1 each"))
            .arg(each * strategy::shapeOf(strategy).chunks);
    if (per == LayersPer::Rank)
        return editorText(QT_TRANSLATE_NOOP("Editor", "even"));
    return divides
        ? editorText(QT_TRANSLATE_NOOP("Editor", "even: %1 each")).arg(each)
        : editorText(QT_TRANSLATE_NOOP("Editor", "even: %1 or %2 each")).arg(each).arg(each + 1);
}

} // namespace gui
