#include "gui/search/search_panel.h"

#include "engine/strategy/fields.h"
#include "engine/strategy/search/field_change.h"
#include "gui/estimate/verdict_text.h"
#include "gui/search/value_words.h"
#include "gui/text/engine_text.h"
#include "gui/text/number_format.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace gui {
namespace {

struct FreeField {
    bool strategy::FreeFields::*member;
    const char* label;
};

// In the order in which the boxes stand.
constexpr FreeField kFreeFields[] = {
    {&strategy::FreeFields::tensor, QT_TRANSLATE_NOOP("gui::SearchPanel", "Tensor")},
    {&strategy::FreeFields::context, QT_TRANSLATE_NOOP("gui::SearchPanel", "Context")},
    {&strategy::FreeFields::pipeline, QT_TRANSLATE_NOOP("gui::SearchPanel", "Pipeline")},
    {&strategy::FreeFields::expert, QT_TRANSLATE_NOOP("gui::SearchPanel", "Expert")},
    {&strategy::FreeFields::micro, QT_TRANSLATE_NOOP("gui::SearchPanel", "Samples per microbatch")},
    {&strategy::FreeFields::zero, QT_TRANSLATE_NOOP("gui::SearchPanel", "ZeRO")},
    {&strategy::FreeFields::sequence, QT_TRANSLATE_NOOP("gui::SearchPanel", "Sequence parallel")},
    {&strategy::FreeFields::recompute, QT_TRANSLATE_NOOP("gui::SearchPanel", "Recompute")},
    {&strategy::FreeFields::schedule, QT_TRANSLATE_NOOP("gui::SearchPanel", "Schedule and chunks")},
    {&strategy::FreeFields::layers, QT_TRANSLATE_NOOP("gui::SearchPanel", "Layer division")},
};

// Over the input, which has the width of the panel.
QLabel* labelOf(const QString& text, QWidget* input)
{
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setBuddy(input);
    input->setAccessibleName(text);
    return label;
}

} // namespace

SearchPanel::SearchPanel(OpenSearch& search, QWidget* parent)
    : QWidget(parent)
    , m_search(search)
    , m_devices(new QLineEdit)
    , m_tokens(new QSpinBox)
    , m_button(new QPushButton)
    , m_status(new QLabel)
{
    m_devices->setMaxLength(512);
    m_devices->setToolTip(tr("Numbers of devices to examine, separated by commas"));
    m_tokens->setRange(0, std::numeric_limits<int>::max());
    m_tokens->setSingleStep(1000);
    // Numbers of six digits and more are common here and hard to read without.
    m_tokens->setGroupSeparatorShown(true);
    m_tokens->setSpecialValueText(tr("any"));
    m_tokens->setToolTip(tr("Strategies that are slower are left out"));
    m_status->setTextFormat(Qt::PlainText);
    m_status->setWordWrap(true);
    m_status->setAccessibleName(tr("State of the search"));
    auto* free = new QLabel(tr("What may change"));
    free->setTextFormat(Qt::PlainText);

    const Metrics sizes = metrics();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(sizes.space(4), sizes.space(2), sizes.space(4), sizes.space(4));
    column->setSpacing(sizes.space(1));
    column->addWidget(labelOf(tr("Devices"), m_devices));
    column->addWidget(m_devices);
    column->addSpacing(sizes.space(2));
    column->addWidget(labelOf(tr("Tokens/s, at least"), m_tokens));
    column->addWidget(m_tokens);
    column->addSpacing(sizes.space(2));
    column->addWidget(free);
    column->addLayout(makeFields());
    column->addSpacing(sizes.space(4));
    column->addWidget(m_button);
    column->addSpacing(sizes.space(2));
    column->addWidget(m_status);
    column->addStretch();

    connect(m_devices, &QLineEdit::returnPressed, this, &SearchPanel::start);
    connect(m_button, &QPushButton::clicked, this,
            [this] { m_search.isSearching() ? m_search.stop() : start(); });
    connect(&search, &OpenSearch::baseChanged, this, &SearchPanel::refresh);
    connect(&search, &OpenSearch::searching, this, &SearchPanel::refresh);
    connect(&search, &OpenSearch::progressed, this, &SearchPanel::tell);
    connect(&search, &OpenSearch::answered, this, &SearchPanel::tellAnswer);
    m_status->setText(tr("Tries every way to divide the model over the cluster's devices, with "
                         "every schedule, and lists the fastest that fit."));
    if (search.answer())
        tellAnswer();
    setFocusProxy(m_devices);
    setAsked(search.asked());
    refresh();
}

QLayout* SearchPanel::makeFields()
{
    auto* column = new QVBoxLayout;
    for (const FreeField& field : kFreeFields) {
        auto* box = new QCheckBox(QCoreApplication::translate("gui::SearchPanel", field.label));
        box->setAccessibleName(box->text());
        column->addWidget(box);
        m_free.push_back(box);
    }
    return column;
}

void SearchPanel::refresh()
{
    const int devices = strategy::withSizesWritten(m_search.base()).cluster.devices;
    m_devices->setPlaceholderText(devices > 0 ? QString::number(devices) : QString());
    m_button->setText(m_search.isSearching() ? tr("Stop") : tr("Search"));
    m_button->setAccessibleName(m_button->text());
    const QString whyNot = m_search.whyNot();
    m_button->setEnabled(m_search.isSearching() || whyNot.isEmpty());
    m_button->setToolTip(whyNot);
}

void SearchPanel::start()
{
    const auto wanted = asked();
    if (!wanted)
        m_status->setText(engineText(wanted.error().message));
    else
        m_search.start(*wanted);
}

void SearchPanel::tell(const strategy::SearchProgress& progress)
{
    const QString looked = QLocale().toString(static_cast<qulonglong>(progress.looked));
    m_status->setText(
        progress.bestSeconds > 0
            ? tr("%1 examined, %2 simulated; the best so far takes %3")
                  .arg(looked, QString::number(progress.simulated), stepTime(progress.bestSeconds))
            : tr("%1 examined").arg(looked));
}

void SearchPanel::tellAnswer()
{
    const SearchAnswer& answer = *m_search.answer();
    if (!answer.failure.isEmpty()) {
        m_status->setText(answer.failure);
        return;
    }
    const strategy::SearchResult& result = answer.result;
    const QString looked = QLocale().toString(static_cast<qulonglong>(result.looked));
    const QString simulated = QString::number(result.simulated);
    if (result.equal > 1) // which a narrow window's verdict has no room for
        m_status->setText(tr("%1 examined, %2 simulated, of which %3 may be the best. A point or a "
                             "row opens with Enter or a double click.")
                              .arg(looked, simulated, QString::number(result.equal)));
    else if (!result.found.empty())
        m_status->setText(
            tr("%1 examined, %2 simulated. A point or a row opens with Enter or a double click.")
                .arg(looked, simulated));
    else if (result.leanest && result.leanest->estimate.fits)
        m_status->setText(tr("%1 examined, and none is fast enough.").arg(looked));
    else if (result.leanest)
        m_status->setText(
            tr("%1 examined, and none fits; the smallest needs %2.")
                .arg(looked,
                     gibibytes(result.leanest->estimate.memory[result.leanest->estimate.fullestRank]
                                   .peak())));
    else
        m_status->setText(tr("%1 examined, and none fits.").arg(looked));
}

void SearchPanel::setAsked(const strategy::SearchAsked& asked)
{
    QStringList devices;
    for (const int count : asked.devices)
        devices << QString::number(count);
    m_devices->setText(devices.join(QStringLiteral(", ")));
    m_tokens->setValue(
        static_cast<int>(std::clamp(asked.tokensPerSecond, 0.0, double(m_tokens->maximum()))));
    for (std::size_t field = 0; field < m_free.size(); ++field)
        m_free[field]->setChecked(asked.free.*kFreeFields[field].member);
}

plan::Result<strategy::SearchAsked> SearchPanel::asked() const
{
    strategy::SearchAsked asked;
    asked.tokensPerSecond = m_tokens->value();
    for (std::size_t field = 0; field < m_free.size(); ++field)
        asked.free.*kFreeFields[field].member = m_free[field]->isChecked();
    const QStringList words = valueWords(m_devices->text());
    for (const QString& word : words) {
        bool isNumber = false;
        const int count = word.toInt(&isNumber);
        if (!isNumber || count < 1 || count > strategy::kMaxDevices)
            return plan::Error{
                tr("Devices must be whole numbers separated by commas, such as 256, 512, not '%1'.")
                    .arg(word)
                    .toStdString()};
        asked.devices.push_back(count);
    }
    return asked;
}

} // namespace gui
