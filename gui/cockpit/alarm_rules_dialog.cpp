#include "gui/cockpit/alarm_rules_dialog.h"

#include "gui/theme/metrics.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>

namespace gui {
namespace {

// Stable words: they stand in the settings.
constexpr const char* kKindWords[kAlarmKinds]
    = {"failed", "noAnswer", "otherBits", "notRecorded", "slowRank",
       "loss",   "memory",   "pace",      "slowStep",    "noNews"};

QString onKey(std::size_t kind)
{
    return QStringLiteral("alarms/") + QLatin1String(kKindWords[kind]);
}

const QString kSlowRankKey = QStringLiteral("alarms/slowRankFactor");
const QString kSlowStepKey = QStringLiteral("alarms/slowStepShare");
const QString kMemoryKey = QStringLiteral("alarms/memoryShare");
const QString kLossKey = QStringLiteral("alarms/lossFactor");
const QString kNewsKey = QStringLiteral("alarms/noNewsSeconds");
const QString kDesktopKey = QStringLiteral("alarms/desktop");

constexpr double kLeastSlowFactor = 1.15;

// Whatever stands in the file, within the range of its field.
double numberOf(const QSettings& settings, const QString& key, double usual, double least,
                double most)
{
    bool isNumber = false;
    const double value = settings.value(key, usual).toDouble(&isNumber);
    return isNumber && value >= least && value <= most ? value : usual;
}

} // namespace

AlarmRules readRules(const QSettings& settings)
{
    AlarmRules rules;
    for (std::size_t kind = 0; kind < kAlarmKinds; ++kind)
        rules.on[kind] = settings.value(onKey(kind), true).toBool();
    rules.slowRank = numberOf(settings, kSlowRankKey, rules.slowRank, kLeastSlowFactor, 10);
    rules.slowStep = numberOf(settings, kSlowStepKey, rules.slowStep, 0.01, 10);
    rules.memory = numberOf(settings, kMemoryKey, rules.memory, 0.1, 1);
    rules.lossSpike = numberOf(settings, kLossKey, rules.lossSpike, 1.1, 1000);
    rules.noNews = numberOf(settings, kNewsKey, rules.noNews, 1, 3600);
    rules.desktop = settings.value(kDesktopKey, true).toBool();
    return rules;
}

void writeRules(const AlarmRules& rules, QSettings& settings)
{
    for (std::size_t kind = 0; kind < kAlarmKinds; ++kind)
        settings.setValue(onKey(kind), rules.on[kind]);
    settings.setValue(kSlowRankKey, rules.slowRank);
    settings.setValue(kSlowStepKey, rules.slowStep);
    settings.setValue(kMemoryKey, rules.memory);
    settings.setValue(kLossKey, rules.lossSpike);
    settings.setValue(kNewsKey, rules.noNews);
    settings.setValue(kDesktopKey, rules.desktop);
}

AlarmRulesDialog::AlarmRulesDialog(const AlarmRules& rules,
                                   std::function<void(const AlarmRules&)> onRules, QWidget* parent)
    : QDialog(parent)
    , m_slowRank(addNumber(tr("Slow from"), rules.slowRank, kLeastSlowFactor, 10, tr(" times")))
    , m_slowStep(addNumber(tr("Longer than predicted by"), rules.slowStep * 100, 1, 1000, tr(" %")))
    , m_memory(addNumber(tr("Share of the device's memory"), rules.memory * 100, 10, 100, tr(" %")))
    , m_lossSpike(
          addNumber(tr("Loss over its median by"), rules.lossSpike, 1.1, 1000, tr(" times")))
    , m_noNews(addNumber(tr("No progress for"), rules.noNews, 1, 3600, tr(" s")))
    , m_desktop(new QCheckBox(tr("Notify the desktop while another window is in front")))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Alarms of a run"));
    const Metrics sizes = metrics();
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(sizes.space(4));
    const auto numberOfKind = [this](AlarmKind kind) -> QDoubleSpinBox* {
        switch (kind) {
        case AlarmKind::SlowRank:
            return m_slowRank;
        case AlarmKind::SlowStep:
            return m_slowStep;
        case AlarmKind::Memory:
            return m_memory;
        case AlarmKind::Loss:
            return m_lossSpike;
        case AlarmKind::NoNews:
            return m_noNews;
        default:
            return nullptr;
        }
    };
    for (std::size_t i = 0; i < kAlarmKinds; ++i) {
        const auto kind = static_cast<AlarmKind>(i);
        const int row = static_cast<int>(i);
        m_on[i] = new QCheckBox(alarmName(kind));
        m_on[i]->setAccessibleName(alarmName(kind));
        m_on[i]->setChecked(rules.has(kind));
        grid->addWidget(m_on[i], row, 0);
        QDoubleSpinBox* number = numberOfKind(kind);
        if (number == nullptr)
            continue;
        auto* name = new QLabel(number->accessibleName());
        name->setBuddy(number);
        grid->addWidget(name, row, 1);
        grid->addWidget(number, row, 2);
        const auto follow = [this, i, number] { number->setEnabled(m_on[i]->isChecked()); };
        connect(m_on[i], &QCheckBox::toggled, number, follow);
        follow();
    }
    m_desktop->setChecked(rules.desktop);
    m_desktop->setAccessibleName(m_desktop->text());
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("OK"));
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    for (QAbstractButton* button : buttons->buttons())
        button->setAccessibleName(button->text());
    auto* column = new QVBoxLayout(this);
    column->addLayout(grid);
    column->addSpacing(sizes.space(2));
    column->addWidget(m_desktop);
    column->addSpacing(sizes.space(2));
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, [this, onRules = std::move(onRules)] {
        onRules(this->rules());
        accept();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

QDoubleSpinBox* AlarmRulesDialog::addNumber(const QString& name, double value, double least,
                                            double most, const QString& unit)
{
    auto* box = new QDoubleSpinBox(this);
    box->setDecimals(unit == tr(" times") ? 2 : 0);
    box->setRange(least, most);
    box->setValue(value);
    box->setSuffix(unit);
    box->setAccessibleName(name);
    return box;
}

AlarmRules AlarmRulesDialog::rules() const
{
    AlarmRules rules;
    for (std::size_t i = 0; i < kAlarmKinds; ++i)
        rules.on[i] = m_on[i]->isChecked();
    rules.slowRank = m_slowRank->value();
    rules.slowStep = m_slowStep->value() / 100;
    rules.memory = m_memory->value() / 100;
    rules.lossSpike = m_lossSpike->value();
    rules.noNews = m_noNews->value();
    rules.desktop = m_desktop->isChecked();
    return rules;
}

} // namespace gui
