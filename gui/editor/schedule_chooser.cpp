#include "gui/editor/schedule_chooser.h"

#include "engine/plan/catalog.h"
#include "engine/strategy/schedule_fit.h"
#include "gui/text/catalog_texts.h"
#include "gui/text/engine_text.h"

#include <QEvent>

namespace gui {
namespace {

constexpr int kReason = Qt::UserRole + 1; // why it cannot be had

QString asIs(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

ScheduleChooser::ScheduleChooser(Labels labels, QWidget* parent)
    : WordBox(parent)
    , m_labels(labels)
{
    setAccessibleName(tr("Schedule"));
    // Titles are long; the box may be narrower than its longest entry.
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(8);
    for (const plan::CatalogEntry* entry : plan::catalog())
        add(labels == Labels::Titles
                ? catalogText(entry->title)
                : QStringLiteral("%1 – %2").arg(asIs(entry->name), catalogText(entry->title)),
            asIs(entry->name));
    connect(this, &QComboBox::activated, this, [this] { emit chosen(name()); });
    // What the closed box has no room for can be read there.
    connect(this, &QComboBox::currentTextChanged, this, &QWidget::setToolTip);
    setToolTip(currentText());
}

// The list is as long as the catalogue.
void ScheduleChooser::add(const QString& text, const QString& name)
{
    addWord(text, name);
    setMaxVisibleItems(count());
}

void ScheduleChooser::offerNone(const QString& text) { add(text, QString()); }

void ScheduleChooser::setName(const QString& name)
{
    if (findData(name) < 0)
        add(name == asIs(strategy::kCustomSchedule) ? tr("By hand") : name, name);
    setCurrentIndex(findData(name));
}

void ScheduleChooser::markFor(const strategy::Strategy& strategy)
{
    for (int i = 0; i < count(); ++i) {
        const std::string name = itemData(i).toString().toStdString();
        // The custom schedule and the empty entry are in no catalogue, and have nothing against
        // them here.
        const auto* entry = plan::findSchedule(name);
        if (!entry)
            continue;
        const QString reason = engineText(strategy::whyNot(strategy, name));
        setItemData(i, reason, kReason);
        setItemData(i, reason, Qt::AccessibleDescriptionRole);
        setItemData(i,
                    reason.isEmpty() ? tr("Needs: %1").arg(catalogText(entry->conditions)) : reason,
                    Qt::ToolTipRole);
    }
    colourMarks();
}

QString ScheduleChooser::reasonAgainst(const QString& name) const
{
    return itemData(findData(name), kReason).toString();
}

void ScheduleChooser::colourMarks()
{
    const QColor muted = palette().color(QPalette::Disabled, QPalette::Text);
    for (int i = 0; i < count(); ++i)
        setItemData(i, itemData(i, kReason).toString().isEmpty() ? QVariant() : QVariant(muted),
                    Qt::ForegroundRole);
}

void ScheduleChooser::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        colourMarks();
    WordBox::changeEvent(event);
}

// What a title has in brackets is in the list and in the tip: the closed box is too narrow for it.
QString ScheduleChooser::shownText() const
{
    if (showsName())
        return name();
    const std::string own = name().toStdString();
    return plan::findSchedule(own) ? scheduleTitle(own) : currentText();
}

// Names that share their beginning keep their ends.
Qt::TextElideMode ScheduleChooser::cutAt() const
{
    return showsName() ? Qt::ElideMiddle : Qt::ElideRight;
}

bool ScheduleChooser::showsName() const { return m_labels == Labels::Names && !name().isEmpty(); }

ScheduleWords scheduleWords(const QString& name)
{
    const plan::CatalogEntry* entry = plan::findSchedule(name.toStdString());
    if (!entry)
        return {name == asIs(strategy::kCustomSchedule)
                    ? ScheduleChooser::tr("The ops in an order of your own, or in that of a file")
                    : ScheduleChooser::tr("is not in the catalogue"),
                {},
                {}};
    const QStringList lines{ScheduleChooser::tr("Needs: %1").arg(catalogText(entry->conditions)),
                            ScheduleChooser::tr("Step time: %1").arg(catalogText(entry->makespan))};
    return {lines.join(QLatin1Char('\n')),
            ScheduleChooser::tr("weights %1 × the model · %2")
                .arg(entry->weightsFactor)
                .arg(catalogText(entry->source)),
            (QStringList{catalogText(entry->title)} + lines
             << ScheduleChooser::tr("Peak in flight on rank r: %1").arg(catalogText(entry->memory)))
                .join(QLatin1Char('\n'))};
}

} // namespace gui
