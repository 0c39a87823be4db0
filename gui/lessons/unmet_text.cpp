#include "gui/lessons/unmet_text.h"

#include "gui/text/engine_text.h"
#include "gui/text/shown_text.h"

#include <QCoreApplication>

namespace gui {
namespace {

constexpr int kMostOfANumber = 80;

struct UnmetWords {
    Q_DECLARE_TR_FUNCTIONS(gui::UnmetWords)
};

QString measuredWords(const std::string& detail)
{
    if (detail == "step")
        return UnmetWords::tr("Measured step");
    if (detail == "bubble")
        return UnmetWords::tr("Measured bubble");
    if (detail == "lateness")
        return UnmetWords::tr("Ops began late by");
    if (detail == "slow_factor")
        return UnmetWords::tr("The slow rank's ops, times as long as before");
    if (detail == "slow_since")
        return UnmetWords::tr("Slow since step");
    if (detail == "reruns")
        return UnmetWords::tr("Ops that ran twice");
    if (detail == "loss")
        return UnmetWords::tr("Loss at the end");
    if (detail == "first_loss")
        return UnmetWords::tr("Loss at first");
    return {};
}

QString memoryWords(const lesson::Measure& measure)
{
    QString held = UnmetWords::tr("Memory");
    if (measure.detail == "activations")
        held = UnmetWords::tr("Activations");
    else if (measure.detail == "weights")
        held = UnmetWords::tr("Weights");
    else if (measure.detail != "peak")
        return {};
    return measure.rank < 0 ? held : UnmetWords::tr("%1 of rank %2").arg(held).arg(measure.rank);
}

// Empty where there are none.
QString measureWords(const lesson::Measure& measure)
{
    using Id = lesson::MeasureId;
    switch (measure.id) {
    case Id::Makespan:
    case Id::Step:
        return UnmetWords::tr("Step");
    case Id::Bubble:
        return UnmetWords::tr("Bubble");
    case Id::Peak:
        return measure.rank < 0 ? UnmetWords::tr("In flight at most")
                                : UnmetWords::tr("In flight on rank %1").arg(measure.rank);
    case Id::Memory:
        return memoryWords(measure);
    case Id::Messages:
        return UnmetWords::tr("Messages");
    case Id::Devices:
        return UnmetWords::tr("Devices");
    case Id::Microbatches:
        return UnmetWords::tr("Microbatches");
    case Id::Tokens:
        return UnmetWords::tr("Throughput");
    case Id::Mfu:
        return UnmetWords::tr("MFU");
    case Id::Measured:
        return measuredWords(measure.detail);
    default:
        return {};
    }
}

QString limitWords(lesson::Relation relation, const QString& limit)
{
    switch (relation) {
    case lesson::Relation::Less:
        return UnmetWords::tr("less than %1").arg(limit);
    case lesson::Relation::AtMost:
        return UnmetWords::tr("at most %1").arg(limit);
    case lesson::Relation::More:
        return UnmetWords::tr("more than %1").arg(limit);
    case lesson::Relation::AtLeast:
        return UnmetWords::tr("at least %1").arg(limit);
    case lesson::Relation::Equal:
        break;
    }
    return limit;
}

QString number(const std::string& text)
{
    return shownText(QString::fromStdString(text), kMostOfANumber)
        .replace(QLatin1Char(' '), QChar(QChar::Nbsp));
}

} // namespace

QString unmetText(const lesson::Unmet& unmet)
{
    if (unmet.missed) {
        const lesson::Missed& missed = *unmet.missed;
        QString name = measureWords(missed.measure);
        if (name.isEmpty()) // of a lesson of one's own
            name = shownText(QString::fromStdString(toText(missed.measure)), kMostOfANumber);
        return UnmetWords::tr("%1: %2. Needed: %3.")
            .arg(name, number(missed.is), limitWords(missed.relation, number(missed.limit)));
    }
    if (unmet.broken == lesson::MeasureId::Fits)
        return UnmetWords::tr("It does not fit into the memory of its devices.");
    if (unmet.broken == lesson::MeasureId::Sound)
        return UnmetWords::tr("The strategy still has a problem.");
    return engineText(unmet.sentence);
}

} // namespace gui
