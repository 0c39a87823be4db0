#include "gui/frame/verdict_bar.h"

#include "gui/frame/elided_label.h"
#include "gui/frame/label_access.h"
#include "gui/text/joined.h"
#include "gui/text/plain_tip.h"
#include "gui/text/shown_text.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

constexpr double kMostOfHealth = 0.6; // of the bar
constexpr int kMostOfLabel = 160;     // characters

template <class Label = QLabel>
Label* barLabel(const QString& accessibleName = {})
{
    installLabelAccess(); // the bar has the first labels of the window
    auto* label = new Label;
    label->setTextFormat(Qt::PlainText);
    label->setAccessibleName(accessibleName);
    return label;
}

QColor inkOf(Mood mood, const Theme& theme)
{
    switch (mood) {
    case Mood::Good:
        return theme.good;
    case Mood::Warning:
        return theme.warning;
    case Mood::Bad:
        return theme.error;
    case Mood::Plain:
        break;
    }
    return theme.text;
}

void setInk(QLabel* label, const QColor& ink)
{
    QPalette colours = label->palette();
    colours.setColor(QPalette::WindowText, ink);
    label->setPalette(colours);
}

// Each is told, whether it is another one or not.
void setNameOf(QLabel* label, const QString& name)
{
    if (label->accessibleName() != name)
        label->setAccessibleName(name);
}

// Sets the text, and says so to those who do not see it.
void setShown(QLabel* label, const QString& text)
{
    const QString shown = shownText(text, kMostOfLabel);
    if (label->text() == shown)
        return;
    label->setText(shown);
    tellNewText(*label);
}

// A sign before the words, so that the mood is not told by colour alone.
QString signOf(Mood mood)
{
    switch (mood) {
    case Mood::Good:
        return QStringLiteral("● ");
    case Mood::Warning:
        return QStringLiteral("▲ ");
    case Mood::Bad:
        return QStringLiteral("■ ");
    case Mood::Plain:
        break;
    }
    return {};
}

} // namespace

VerdictBar::VerdictBar(QWidget* parent)
    : QWidget(parent)
    , m_row(new QHBoxLayout(this))
    , m_source(barLabel<ElidedLabel>(tr("Where the numbers come from")))
    , m_health(barLabel<ElidedLabel>(tr("State of the run")))
{
    setAccessibleName(tr("Verdict"));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_row->addStretch();
    m_row->addWidget(m_source, 0, Qt::AlignVCenter);
    m_row->addWidget(m_health, 0, Qt::AlignVCenter);
    applyLook();
}

QSize VerdictBar::sizeHint() const { return {0, metrics().verdictHeight()}; }

QSize VerdictBar::minimumSizeHint() const { return sizeHint(); }

void VerdictBar::setVerdict(const Verdict& verdict)
{
    if (verdict == m_verdict)
        return;
    const bool alarms = verdict.healthMood == Mood::Bad && verdict.health != m_verdict.health;
    m_verdict = verdict;
    refresh();
    setAccessibleDescription(inWords());
    if (!alarms)
        return;
    QAccessibleEvent event(m_health, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

QString VerdictBar::inWords() const
{
    QStringList parts;
    for (const VerdictNumber& number : m_verdict.numbers)
        if (!number.value.isEmpty())
            parts << QStringLiteral("%1 %2").arg(number.name, number.value);
    for (const QString& words : {m_verdict.health, m_verdict.source})
        if (!words.isEmpty())
            parts << words;
    return enumerated(parts);
}

void VerdictBar::makeCells(std::size_t count)
{
    while (m_cells.size() < count) {
        Cell cell{.box = new QWidget(this),
                  .name = barLabel(),
                  .value = barLabel(),
                  .change = barLabel()};
        auto* column = new QVBoxLayout(cell.box);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        auto* line = new QHBoxLayout;
        cell.line = line;
        line->addWidget(cell.value, 0, Qt::AlignBaseline);
        line->addWidget(cell.change, 0, Qt::AlignBaseline);
        line->addStretch();
        column->addWidget(cell.name);
        column->addLayout(line);
        m_row->insertWidget(static_cast<int>(m_cells.size()), cell.box, 0, Qt::AlignVCenter);
        m_cells.push_back(cell);
    }
}

void VerdictBar::refresh()
{
    makeCells(m_verdict.numbers.size());
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const Cell& cell = m_cells[i];
        if (i >= m_verdict.numbers.size()) {
            cell.value->clear();
            continue;
        }
        const VerdictNumber& number = m_verdict.numbers[i];
        if (cell.name->text() != number.name)
            m_cells[i].widest = 0; // another number stands there
        cell.name->setText(number.name);
        setNameOf(cell.value, number.name);
        setShown(cell.value, number.value.isEmpty() ? QStringLiteral("–") : number.value);
        setNameOf(cell.change,
                  (number.isOfEdit ? tr("%1, change by the last edit") : tr("%1, in comparison"))
                      .arg(number.name));
        setShown(cell.change, number.change);
        cell.change->setVisible(!number.change.isEmpty());
        cell.box->setToolTip(plainTip(number.tip));
    }
    setShown(m_source, m_verdict.source);
    m_source->setToolTip(plainTip(m_verdict.sourceTip));
    setShown(m_health, signOf(m_verdict.healthMood) + m_verdict.health);
    m_health->setAccessibleDescription(m_verdict.health);
    m_health->setToolTip(plainTip(m_verdict.healthTip));
    applyLook();
}

void VerdictBar::applyLook()
{
    const Metrics sizes = metrics();
    const Theme& theme = themeFor(palette());
    m_row->setContentsMargins(sizes.space(4), 0, sizes.space(4), 0);
    m_row->setSpacing(sizes.space(6));
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const Cell& cell = m_cells[i];
        cell.line->setSpacing(sizes.space(1));
        cell.name->setFont(sizes.font(font(), Type::Small));
        cell.change->setFont(sizes.font(font(), Type::Small));
        QFont title = sizes.font(font(), Type::Title);
        title.setWeight(QFont::DemiBold);
        cell.value->setFont(title);
        setInk(cell.name, theme.mutedText);
        if (i >= m_verdict.numbers.size())
            continue;
        const VerdictNumber& number = m_verdict.numbers[i];
        setInk(cell.value, m_verdict.isStale ? theme.mutedText : inkOf(number.mood, theme));
        setInk(cell.change, inkOf(number.changeMood, theme));
    }
    for (QLabel* label : {m_source, m_health})
        label->setFont(sizes.font(font(), label == m_source ? Type::Small : Type::Body));
    setInk(m_source, theme.mutedText);
    setInk(m_health, inkOf(m_verdict.healthMood, theme));
    updateGeometry();
    fit();
}

int VerdictBar::widthOf(Cell& cell)
{
    // Of the labels themselves: the layouts learn of a new text with the next events only.
    int value = cell.value->sizeHint().width();
    if (!cell.change->text().isEmpty())
        value += cell.line->spacing() + cell.change->sizeHint().width();
    const int wanted = std::max(cell.name->sizeHint().width(), value);
    cell.widest = m_verdict.health.isEmpty() ? wanted : std::max(cell.widest, wanted);
    cell.box->setMinimumWidth(cell.widest);
    return cell.widest;
}

void VerdictBar::fit()
{
    const int spacing = m_row->spacing();
    const QMargins margins = m_row->contentsMargins();
    int room = width() - margins.left() - margins.right();
    // Health first: what is wrong is never left out.
    const bool hasHealth = !m_verdict.health.isEmpty();
    m_health->setVisible(hasHealth);
    // Cut where it is long: a sentence would leave no room for the numbers.
    if (hasHealth) {
        m_health->setMaximumWidth(
            std::min(m_health->sizeHint().width(), static_cast<int>(room * kMostOfHealth)));
        room -= m_health->maximumWidth() + spacing;
    }
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        if (i >= m_verdict.numbers.size()) { // of another sheet
            m_cells[i].box->hide();
            continue;
        }
        const int wanted = widthOf(m_cells[i]) + spacing;
        const bool fits = i == 0 || wanted <= room;
        m_cells[i].box->setVisible(fits);
        room = fits ? room - wanted : 0;
    }
    m_source->setVisible(!m_verdict.source.isEmpty() && m_source->sizeHint().width() <= room);
}

void VerdictBar::resizeEvent(QResizeEvent*) { fit(); }

void VerdictBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        for (Cell& cell : m_cells)
            cell.widest = 0;
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyLook();
    QWidget::changeEvent(event);
}

} // namespace gui
