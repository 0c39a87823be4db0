#include "gui/layers/layers_page.h"

#include "engine/plan/metrics.h"
#include "gui/layers/layer_grid.h"
#include "gui/layers/layer_strip.h"
#include "gui/theme/grounds.h"
#include "gui/theme/metrics.h"
#include "gui/theme/own_colours.h"
#include "gui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

namespace gui {

LayersPage::LayersPage(Document& document, const Estimator& estimator, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_estimator(estimator)
    , m_edit(document)
    , m_head(new QWidget(this))
    , m_text(new QLabel(m_head))
    , m_even(new QToolButton(m_head))
    , m_strip(new LayerStrip(m_edit, this))
    , m_grid(new LayerGrid(m_edit))
    , m_scroll(new QScrollArea(this))
    , m_none(new QLabel(this))
{
    setAccessibleName(tr("Layers on devices"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_head->setAutoFillBackground(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setAccessibleName(tr("State of the division"));
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_even->setText(tr("Divide evenly"));
    m_even->setAccessibleName(m_even->text());
    m_even->setToolTip(tr("Give every stage as many layers as the others"));
    m_even->setFocusPolicy(Qt::StrongFocus);
    connect(m_even, &QToolButton::clicked, &m_edit, &LayerEdit::divideEvenly);
    auto* line = new QHBoxLayout(m_head);
    line->addWidget(m_text, 1);
    line->addWidget(m_even);
    m_scroll->setWidget(m_grid);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setAccessibleName(tr("Ranks"));
    m_none->setTextFormat(Qt::PlainText);
    m_none->setAlignment(Qt::AlignCenter);
    m_none->setWordWrap(true);
    m_none->setAccessibleName(tr("Why there are no layers"));
    auto* column = new QVBoxLayout(this);
    column->setSpacing(0);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_head);
    column->addWidget(m_strip);
    column->addWidget(m_scroll, 1);
    column->addWidget(m_none, 1);
    setFocusProxy(m_strip);
    connect(&m_edit, &LayerEdit::changed, this, &LayersPage::refresh);
    connect(&document, &Document::problemsChanged, this, &LayersPage::refresh);
    connect(&document, &Document::predictionChanged, this, &LayersPage::refreshFacts);
    connect(&estimator, &Estimator::changed, this, &LayersPage::refreshFacts);
    refresh();
    refreshFacts();
}

QString LayersPage::sentence() const { return m_text->text(); }

void LayersPage::refresh()
{
    const bool has = m_edit.cut().has_value();
    m_strip->setVisible(has);
    m_scroll->setVisible(has);
    m_none->setVisible(!has);
    m_none->setText(has ? QString() : m_edit.whyNone());
    m_even->setEnabled(has && !m_edit.isEven());
    QString text = tr("Drag a boundary of the line, or a layer to another stage or rank");
    if (!m_edit.refusal().isEmpty())
        text = m_edit.refusal();
    else if (has && !m_document.problems().empty())
        text = tr("The picture shows the last valid strategy. %1").arg(m_edit.whyNone());
    else if (!has)
        text.clear();
    if (m_text->text() != text)
        m_text->setText(text);
    applyLook();
}

void LayersPage::refreshFacts()
{
    std::vector<RankFacts> facts;
    const PredictionPtr& prediction = m_document.prediction();
    const EstimatePtr& estimate = m_estimator.estimate();
    if (prediction && prediction->timeline->makespan.count() > 0)
        for (std::size_t rank = 0; rank < prediction->timeline->spans.size(); ++rank) {
            RankFacts known;
            known.busy = double(plan::busyTime(*prediction->timeline, rank).count())
                / double(prediction->timeline->makespan.count());
            if (estimate && rank < estimate->numbers.memory.size()) {
                known.bytes = estimate->numbers.memory[rank].peak();
                known.limit = estimate->numbers.memoryLimit;
            }
            facts.push_back(known);
        }
    m_grid->setFacts(std::move(facts));
}

void LayersPage::applyLook()
{
    const Metrics sizes = metrics();
    m_head->layout()->setContentsMargins(sizes.space(3), sizes.space(1), sizes.space(2),
                                         sizes.space(1));
    m_head->layout()->setSpacing(sizes.space(2));
    m_head->setFixedHeight(sizes.px(40)); // two lines of text: nothing moves when there is more
    m_text->setFont(sizes.font(font(), Type::Small));
    const Theme& theme = themeFor(parentWidget() ? parentWidget()->palette() : palette());
    const bool refuses = !m_edit.refusal().isEmpty();
    setOwnColours(*m_head, refuses ? groundOf(theme, Ground::Warning) : theme.panel, theme.text);
}

void LayersPage::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationPaletteChange)
        applyLook();
    QWidget::changeEvent(event);
}

} // namespace gui
