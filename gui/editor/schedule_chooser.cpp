#include "gui/editor/schedule_chooser.h"

#include "engine/plan/catalog.h"
#include "engine/strategy/names.h"
#include "engine/strategy/schedule_fit.h"
#include "gui/editor/catalog_texts.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QStylePainter>

#include <algorithm>

namespace gui {
namespace {

constexpr int kReason = Qt::UserRole + 1; // why it cannot be had

QString asIs(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

ScheduleChooser::ScheduleChooser(Labels labels, QWidget* parent)
    : QComboBox(parent)
    , m_labels(labels)
{
    setAccessibleName(tr("Schedule"));
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(8);
    for (const plan::CatalogEntry* entry : plan::catalog())
        add(labels == Labels::Titles
                ? catalogText(entry->title)
                : QStringLiteral("%1 – %2").arg(asIs(entry->name), catalogText(entry->title)),
            asIs(entry->name));
    connect(this, &QComboBox::activated, this, [this] { emit chosen(name()); });
    connect(this, &QComboBox::currentTextChanged, this, &QWidget::setToolTip);
    setToolTip(currentText());
}

// The list is as wide as its longest name, wherever the box is narrow, and as long as it is.
void ScheduleChooser::add(const QString& text, const QString& name)
{
    addItem(text, name);
    const int width = fontMetrics().horizontalAdvance(text)
        + 3 * style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    view()->setMinimumWidth(std::max(view()->minimumWidth(), width));
    setMaxVisibleItems(count());
}

void ScheduleChooser::offerNone(const QString& text) { add(text, QString()); }

void ScheduleChooser::setName(const QString& name)
{
    if (findData(name) < 0)
        add(name == asIs(strategy::kCustomSchedule) ? tr("Custom, from a file") : name, name);
    setCurrentIndex(findData(name));
}

void ScheduleChooser::markFor(const strategy::Strategy& strategy)
{
    for (int i = 0; i < count(); ++i) {
        const std::string name = itemData(i).toString().toStdString();
        const auto* entry = plan::findSchedule(name);
        if (!entry)
            continue;
        const QString reason = QString::fromStdString(strategy::whyNot(strategy, name));
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
    QComboBox::changeEvent(event);
}

// Names that share their beginning keep their ends.
void ScheduleChooser::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const bool named = m_labels == Labels::Names && !name().isEmpty();
    const int room = style()->subControlRect(QStyle::CC_ComboBox, &option,
                                             QStyle::SC_ComboBoxEditField, this).width();
    option.currentText = fontMetrics().elidedText(
        named ? name() : option.currentText, named ? Qt::ElideMiddle : Qt::ElideRight,
        room - fontMetrics().horizontalAdvance(QLatin1Char(' ')));
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

QString scheduleDescription(const QString& name)
{
    const plan::CatalogEntry* entry = plan::findSchedule(name.toStdString());
    if (!entry)
        return name == asIs(strategy::kCustomSchedule)
            ? ScheduleChooser::tr("The ops in the order the file gives them")
            : ScheduleChooser::tr("not in the catalogue");
    QStringList lines{
        ScheduleChooser::tr("Needs: %1").arg(catalogText(entry->conditions)),
        ScheduleChooser::tr("Step: %1").arg(catalogText(entry->makespan)),
        ScheduleChooser::tr("Peak in flight on rank r: %1").arg(catalogText(entry->memory)),
        ScheduleChooser::tr("Weights: %1 × the model").arg(entry->weightsFactor),
        ScheduleChooser::tr("Source: %1").arg(catalogText(entry->source))};
    return lines.join(QLatin1Char('\n'));
}

} // namespace gui
