#include "gui/start/preset.h"

#include "gui/text/catalog_texts.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

namespace gui {
namespace {

// Of resources/strategies, for whoever translates them.
[[maybe_unused]] constexpr const char* kNames[]
    = {QT_TRANSLATE_NOOP("StartPage", "First run"),
       QT_TRANSLATE_NOOP("StartPage", "Naive model parallelism"),
       QT_TRANSLATE_NOOP("StartPage", "GPipe"),
       QT_TRANSLATE_NOOP("StartPage", "Interleaved 1F1B"),
       QT_TRANSLATE_NOOP("StartPage", "Uneven layers, 5 and 3"),
       QT_TRANSLATE_NOOP("StartPage", "Virtual pipeline of 16 layers"),
       QT_TRANSLATE_NOOP("StartPage", "Thirty-two emulated ranks"),
       QT_TRANSLATE_NOOP("StartPage", "Data 2, tensor 2, pipeline 2"),
       QT_TRANSLATE_NOOP("StartPage", "Tensor 4, pipeline 4, data 2"),
       QT_TRANSLATE_NOOP("StartPage", "Tiny GPT"),
       QT_TRANSLATE_NOOP("StartPage", "GPT-2 124M"),
       QT_TRANSLATE_NOOP("StartPage", "GPT-3 175B on 1024 A100"),
       QT_TRANSLATE_NOOP("StartPage", "BLOOM 176B on 384 A100"),
       QT_TRANSLATE_NOOP("StartPage", "Llama 3 405B on 8192 H100"),
       QT_TRANSLATE_NOOP("StartPage", "MT-NLG 530B on 2240 A100"),
       QT_TRANSLATE_NOOP("StartPage", "DeepSeek-V3 on 2048 H800"),
       QT_TRANSLATE_NOOP("StartPage", "GPT 1T on 3072 A100")};

QString presetWord(const char* source) { return QCoreApplication::translate("StartPage", source); }

} // namespace

QString presetName(const strategy::Strategy& strategy) { return presetWord(strategy.name.c_str()); }

QString strategySummary(const strategy::Strategy& strategy)
{
    const strategy::Parallel& cut = strategy.parallel;
    const int data = strategy::dataParallel(strategy);
    const int devices = strategy::deviceCount(strategy);
    QStringList parts;
    parts << (strategy.model ? QStringLiteral("%1 × %2").arg(
                  QLocale().toString(devices), QString::fromStdString(strategy.cluster.device))
                             : presetWord(QT_TRANSLATE_NOOP("StartPage", "%1 ranks"))
                                   .arg(QLocale().toString(devices)));
    const auto add = [&parts](const char* letters, int ranks) {
        if (ranks > 1)
            parts << QStringLiteral("%1 %2").arg(QLatin1String(letters)).arg(ranks);
    };
    if (strategy.model) {
        add("TP", cut.tensor);
        add("PP", cut.pipeline);
        add("CP", cut.context);
        add("EP", cut.expert);
        add("DP", data);
    }
    parts << scheduleTitle(strategy.schedule.name);
    return parts.join(QStringLiteral(" · "));
}

} // namespace gui
