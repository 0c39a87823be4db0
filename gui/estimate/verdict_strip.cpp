#include "gui/estimate/verdict_strip.h"

#include "gui/estimate/verdict_text.h"
#include "gui/inputs/fold_button.h"
#include "gui/text/plain_tip.h"
#include "gui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace gui {
namespace {

constexpr int kVerdictNumbers = 5;
constexpr int kGap = 22; // between numbers
constexpr std::chrono::milliseconds kPatience{150};

QLabel* plain(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setFocusPolicy(Qt::NoFocus);
    return label;
}

void colour(QWidget* widget, const QColor& ink)
{
    QPalette colours = widget->palette();
    // Not those of the disabled group: a strip that is out of date is disabled, and is to look
    // grey.
    colours.setColor(QPalette::Active, QPalette::WindowText, ink);
    colours.setColor(QPalette::Inactive, QPalette::WindowText, ink);
    widget->setPalette(colours);
}

} // namespace

VerdictStrip::VerdictStrip(Document& document, Estimator& estimator, QWidget* parent)
    : QFrame(parent)
    , m_document(document)
    , m_estimator(estimator)
    , m_sentence(plain(this))
    , m_more(foldButton({}, tr("Warnings")))
    , m_warnings(plain(this))
    , m_numbers(new QWidget(this))
{
    m_sentence->setWordWrap(true);
    m_sentence->setAccessibleName(tr("Verdict"));
    m_warnings->setWordWrap(true);
    m_warnings->setAccessibleName(tr("Warnings"));
    auto* row = new QHBoxLayout(m_numbers);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(kGap);
    for (int i = 0; i < kVerdictNumbers; ++i) {
        auto* pair = new QVBoxLayout;
        pair->setSpacing(0);
        m_cells.push_back({plain(m_numbers), plain(m_numbers)});
        QFont strong = m_cells.back().value->font();
        strong.setBold(true);
        m_cells.back().value->setFont(strong);
        pair->addWidget(m_cells.back().name);
        pair->addWidget(m_cells.back().value);
        row->addLayout(pair);
    }
    row->addStretch();
    row->addWidget(m_more, 0, Qt::AlignBottom);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 5, 8, 5);
    column->setSpacing(4);
    column->addWidget(m_sentence);
    column->addWidget(m_numbers);
    column->addWidget(m_warnings);
    connect(m_more, &QToolButton::toggled, m_warnings, &QWidget::setVisible);
    connect(&estimator, &Estimator::changed, this, &VerdictStrip::refresh);
    // Most estimates come at once; greying the strip for a moment would only flicker.
    m_stale.setSingleShot(true);
    connect(&m_stale, &QTimer::timeout, this, [this] {
        if (m_estimator.estimate() && !m_estimator.isCurrent())
            setEnabled(false);
        applyColors();
    });
    refresh();
}

void VerdictStrip::refresh()
{
    const EstimatePtr& estimate = m_estimator.estimate();
    const bool has = m_document.strategy().model && (estimate || !m_estimator.reason().isEmpty());
    setVisible(has);
    if (!has)
        return;
    m_numbers->setVisible(estimate != nullptr);
    m_warnings->setVisible(estimate && m_more->isChecked() && !m_warnings->text().isEmpty());
    if (!estimate)
        m_sentence->setText(m_estimator.reason());
    else if (estimate != m_shown)
        showEstimate(*estimate);
    m_shown = estimate;
    // One with problems has no estimate of its own: what there is, is of an earlier one. So it is
    // while the new one is worked out, which is mostly at once.
    if (!m_document.problems().empty())
        setEnabled(false);
    else if (!estimate || m_estimator.isCurrent())
        setEnabled(true);
    else if (!m_stale.isActive())
        m_stale.start(kPatience);
    applyColors();
}

void VerdictStrip::showEstimate(const StrategyEstimate& estimate)
{
    m_sentence->setText(verdictSentence(estimate));
    const std::vector<VerdictNumber> numbers = verdictNumbers(estimate);
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const auto& [name, value, tip] = numbers[i];
        m_cells[i].name->setText(name);
        m_cells[i].value->setText(value);
        m_cells[i].value->setAccessibleName(name);
        for (QLabel* label : {m_cells[i].name, m_cells[i].value})
            label->setToolTip(plainTip(tip + QStringLiteral("\n\n") + verdictSources(estimate)));
    }
    m_sentence->setToolTip(plainTip(verdictSources(estimate)));
    const QStringList warnings = verdictWarnings(estimate);
    m_warnings->setText(warnings.join(QLatin1Char('\n')));
    m_more->setText(tr("Warnings: %1").arg(warnings.size()));
    m_more->setAccessibleName(m_more->text());
    m_more->setToolTip(plainTip(m_warnings->text()));
    m_more->setVisible(!warnings.isEmpty());
    m_warnings->setVisible(m_more->isChecked() && !warnings.isEmpty());
}

void VerdictStrip::applyColors()
{
    const Theme& theme = themeFor(palette());
    const EstimatePtr& estimate = m_estimator.estimate();
    colour(m_sentence, estimate && estimate->numbers.fits ? theme.good : theme.error);
    colour(m_warnings, theme.warning);
    for (const Cell& cell : m_cells)
        colour(cell.name, theme.mutedText);
}

void VerdictStrip::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        applyColors();
    QFrame::changeEvent(event);
}

QString VerdictStrip::sentence() const { return m_sentence->text(); }

QString VerdictStrip::valueOf(int number) const
{
    return m_cells[static_cast<std::size_t>(number)].value->text();
}

QString VerdictStrip::warnings() const { return m_warnings->text(); }

} // namespace gui
