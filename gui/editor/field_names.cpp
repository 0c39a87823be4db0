#include "gui/editor/field_names.h"

#include "gui/editor/editor_text.h"
#include "gui/editor/field_specs.h"
#include "gui/text/engine_text.h"

#include <QHash>
#include <QRegularExpression>

namespace gui {
namespace {

// Fields whose input is no row of a table, or that stand elsewhere in the window.
constexpr std::pair<const char*, const char*> kOtherNames[] = {
    {"name", QT_TRANSLATE_NOOP("Editor", "Name")},
    {"file", QT_TRANSLATE_NOOP("Editor", "File")},
    {"schedule", QT_TRANSLATE_NOOP("Editor", "Schedule")},
    {"schedule.name", QT_TRANSLATE_NOOP("Editor", "Schedule")},
    {"schedule.file", QT_TRANSLATE_NOOP("Editor", "Schedule file")},
    {"schedule.order", QT_TRANSLATE_NOOP("Editor", "Order of the ops")},
    {"parallel.layers_per_stage", QT_TRANSLATE_NOOP("Editor", "Layers per stage")},
    {"parallel.layers_per_rank", QT_TRANSLATE_NOOP("Editor", "Layers per rank")},
    {"cluster", QT_TRANSLATE_NOOP("Editor", "Cluster")},
    {"cluster.device", QT_TRANSLATE_NOOP("Editor", "Device")},
    {"cluster.device.name", QT_TRANSLATE_NOOP("Editor", "Device name")},
    {"costs", QT_TRANSLATE_NOOP("Editor", "Costs")},
    {"costs.recompute", QT_TRANSLATE_NOOP("Editor", "Recomputation")},
    {"costs.rank_factors", QT_TRANSLATE_NOOP("Editor", "Factors of the ranks")},
    {"costs.pair_overlap", QT_TRANSLATE_NOOP("Editor", "Overlap of pairs")},
    {"costs.gradient_reduction", QT_TRANSLATE_NOOP("Editor", "Gradient reduction")},
    {"costs.optimizer", QT_TRANSLATE_NOOP("Editor", "Optimizer step")},
    {"costs.transfer.latency", QT_TRANSLATE_NOOP("Editor", "Latency of a hop")},
    {"costs.transfer.bytes", QT_TRANSLATE_NOOP("Editor", "Bytes of a hop")},
    {"costs.transfer.bandwidth", QT_TRANSLATE_NOOP("Editor", "Bandwidth of a hop")},
    {"model", QT_TRANSLATE_NOOP("Editor", "Model")},
    {"training", QT_TRANSLATE_NOOP("Editor", "Training")},
};

// key -> label in English. Made once.
const QHash<QString, const char*>& fieldLabels()
{
    static const QHash<QString, const char*> kLabels = [] {
        QHash<QString, const char*> labels;
        for (const auto& [key, label] : kOtherNames)
            labels.insert(QString::fromLatin1(key), label);
        const auto add = [&labels](const auto& spec) {
            labels.insert(QString::fromLatin1(spec.key), spec.label);
        };
        for (const SectionSpecs& section : sectionSpecs())
            for (const auto& half : {section.first, section.rest})
                for (const FieldSpec& spec : half)
                    std::visit(add, spec);
        for (const auto& specs : {shapeSpecs(), optionSpecs(), batchSpecs()})
            for (const IntegerSpec& spec : specs)
                add(spec);
        for (const CostSpec& spec : costSpecs())
            add(spec);
        return labels;
    }();
    return kLabels;
}

// "learning_rate" -> "learning rate"
QString wordsOf(QString key) { return key.replace(QLatin1Char('_'), QLatin1Char(' ')); }

// The key of a field that a sentence names by its last part alone: of the section of `near`, else
// of the first one that has such a field. Empty: none has.
QString wholeKey(const QString& last, const QString& near)
{
    const QString own = near.section(QLatin1Char('.'), 0, 0);
    for (const QString& section :
         {own, QStringLiteral("parallel"), QStringLiteral("batch"), QStringLiteral("model"),
          QStringLiteral("recompute"), QStringLiteral("schedule"), QStringLiteral("cluster")}) {
        const QString key = section + QLatin1Char('.') + last;
        if (fieldLabels().contains(key))
            return key;
    }
    return {};
}

} // namespace

QString fieldName(const QString& key)
{
    static const QRegularExpression kEntry(QStringLiteral("^(.*)\\[(\\d+)\\]$"));
    if (const auto entry = kEntry.match(key); entry.hasMatch())
        return EditorText::tr("%1, entry %2")
            .arg(fieldName(entry.captured(1)), QString::number(entry.captured(2).toLongLong() + 1));
    if (const char* label = fieldLabels().value(key))
        return editorText(label);
    const QString section = key.section(QLatin1Char('.'), 0, 0);
    const QString rest = wordsOf(key.section(QLatin1Char('.'), 1).replace(QLatin1Char('.'), ' '));
    const char* sectionLabel = fieldLabels().value(section);
    const QString first = sectionLabel ? editorText(sectionLabel) : wordsOf(section);
    return rest.isEmpty() ? first : EditorText::tr("%1: %2").arg(first, rest);
}

QString windowSentence(const strategy::Problem& problem)
{
    // Whole keys; then "'sequence: true'" of a file; then last parts of keys, told from words of
    // the language by their underscore.
    static const QRegularExpression kKey(QStringLiteral(
        "\\b(?:model|parallel|batch|schedule|recompute|precision|overlap|kernels|training|cluster"
        "|costs)(?:\\.[a-z][a-z0-9_]*)+"));
    static const QRegularExpression kSetting(QStringLiteral("'([a-z_]+): ([a-z0-9_-]+)'"));
    static const QRegularExpression kPart(
        QStringLiteral("(?<![\\w.'])(?:[a-z]+(?:_[a-z]+)+|granularity"
                       "|(?:zero|micro|data|tensor|pipeline|context|expert)(?= \\d))(?![\\w'])"));
    const QString key = QString::fromStdString(problem.key);
    QString sentence = engineText(problem.sentence);
    if (problem.sentence.starts_with("is not a known key"))
        return sentence; // it lists those of the file
    const auto replaceEach = [&sentence](const QRegularExpression& pattern, const auto& wordsFor) {
        QString made;
        qsizetype from = 0;
        for (auto found = pattern.globalMatch(sentence); found.hasNext();) {
            const auto match = found.next();
            made += sentence.mid(from, match.capturedStart() - from) + wordsFor(match);
            from = match.capturedEnd();
        }
        sentence = made + sentence.mid(from);
    };
    replaceEach(kKey, [](const auto& match) { return fieldName(match.captured()); });
    replaceEach(kSetting, [&key](const auto& match) {
        const QString whole = wholeKey(match.captured(1), key);
        const QString value = match.captured(2) == QLatin1String("true") ? EditorText::tr("on")
            : match.captured(2) == QLatin1String("false")                ? EditorText::tr("off")
                                                                         : match.captured(2);
        return whole.isEmpty() ? match.captured() : fieldName(whole) + QLatin1Char(' ') + value;
    });
    replaceEach(kPart, [&key](const auto& match) {
        const QString whole = wholeKey(match.captured(), key);
        return whole.isEmpty() ? match.captured() : fieldName(whole);
    });
    // Chinese has no spaces, and the keys had them.
    static const QRegularExpression kBetweenHan(
        QStringLiteral("(?<=[\\p{Han}，：；]) (?=\\p{Han})"),
        QRegularExpression::UseUnicodePropertiesOption);
    return sentence.remove(kBetweenHan).replace(QStringLiteral(" x "), QStringLiteral(" × "));
}

QString behindName(const QString& name, const QString& sentence)
{
    // Most go on: "is 7, which …"; some stand alone: "'1f1b' takes one chunk …".
    const bool isWhole = sentence.startsWith(QLatin1Char('\''))
        || sentence.startsWith(QLatin1String("the "))
        || sentence.startsWith(QLatin1String("give "));
    return isWhole
        ? EditorText::tr("%1: %2").arg(name, sentence)
        : EditorText::tr("%1 %2", "a field, and what is wrong with it").arg(name, sentence);
}

QString namedSentence(const strategy::Problem& problem)
{
    return problem.key.empty()
        ? windowSentence(problem)
        : behindName(fieldName(QString::fromStdString(problem.key)), windowSentence(problem));
}

} // namespace gui
