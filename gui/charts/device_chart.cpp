#include "gui/charts/device_chart.h"

#include "gui/charts/step_chart.h"
#include "gui/text/joined.h"
#include "gui/text/number_format.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QLabel>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

constexpr double kBytesOfGibibyte = 1024.0 * 1024 * 1024;
constexpr std::size_t kNamedRanks = 4; // in a sentence; the rest is counted

// From the unit of the counter to that of its chart.
double scaleOf(DeviceCounter counter)
{
    return counter == DeviceCounter::Memory ? 1 / kBytesOfGibibyte : 1;
}

// Of measured::reasonsInWords(), for whoever translates them.
[[maybe_unused]] constexpr const char* kReasons[]
    = {QT_TRANSLATE_NOOP("gui::DeviceChart", "power cap"),
       QT_TRANSLATE_NOOP("gui::DeviceChart", "too hot (driver)"),
       QT_TRANSLATE_NOOP("gui::DeviceChart", "too hot (hardware)"),
       QT_TRANSLATE_NOOP("gui::DeviceChart", "hardware slowdown"),
       QT_TRANSLATE_NOOP("gui::DeviceChart", "power brake"),
       QT_TRANSLATE_NOOP("gui::DeviceChart", "in step with other devices")};

QString ranksText(const std::vector<int>& ranks)
{
    QStringList names;
    for (std::size_t i = 0; i < std::min(ranks.size(), kNamedRanks); ++i)
        names << QString::number(ranks[i]);
    const QString list = enumerated(names);
    if (ranks.size() > kNamedRanks)
        return DeviceChart::tr("ranks %1 and %2 more")
            .arg(list, QString::number(ranks.size() - kNamedRanks));
    return (ranks.size() == 1 ? DeviceChart::tr("rank %1") : DeviceChart::tr("ranks %1")).arg(list);
}

} // namespace

QString reasonsText(std::uint16_t reasons)
{
    QStringList text;
    for (const std::string& word : measured::reasonsInWords(reasons))
        text << DeviceChart::tr(word.c_str());
    return enumerated(text);
}

DeviceChart::DeviceChart(QWidget* parent)
    : QWidget(parent)
    , m_choice(new QComboBox)
    , m_pages(new QStackedLayout)
    , m_words(new QLabel)
{
    // Before the charts: without a parent, each would be a window for a moment.
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 0);
    column->setSpacing(2);
    column->addWidget(m_choice);
    column->addLayout(m_pages, 1);
    column->addWidget(m_words);
    const auto add = [this](DeviceCounter counter, const QString& choice, StepChartTexts texts) {
        texts.stretches = tr("slowed");
        auto* chart = new StepChart(std::move(texts));
        chart->setTip([this, counter](int step) { return tipOf(counter, step); });
        m_charts[static_cast<std::size_t>(counter)] = chart;
        m_choice->addItem(choice);
        m_pages->addWidget(chart);
    };
    const QString mean = tr("mean");
    add(DeviceCounter::Load, tr("Utilization"),
        {.name = tr("Utilization of the devices over steps"),
         .unit = QStringLiteral("%"),
         .measured = mean,
         .empty = tr("No device reports its utilization: only GPUs do.")});
    add(DeviceCounter::Power, tr("Power"),
        {.name = tr("Power of the devices over steps"),
         .unit = tr("W"),
         .measured = mean,
         .predicted = tr("limit"),
         .empty = tr("No device reports its power: only GPUs do.")});
    add(DeviceCounter::Clock, tr("Clock"),
        {.name = tr("Clock of the devices over steps"),
         .unit = tr("MHz"),
         .measured = mean,
         .empty = tr("No device reports its clock: only GPUs do.")});
    add(DeviceCounter::Temperature, tr("Temperature"),
        {.name = tr("Temperature of the devices over steps"),
         .unit = tr("°C"),
         .measured = tr("hottest"),
         .empty = tr("No device reports its temperature: only GPUs do.")});
    add(DeviceCounter::Memory, tr("Memory"),
        {.name = tr("Memory in use on the devices over steps"),
         .unit = tr("GiB"),
         .measured = tr("fullest"),
         .predicted = tr("its size"),
         .empty = tr("No device reports its memory: only GPUs do.")});
    m_choice->setAccessibleName(tr("What the devices count"));
    m_words->setTextFormat(Qt::PlainText);
    m_words->setWordWrap(true);
    m_words->setMargin(2);
    m_words->setAccessibleName(tr("When devices were slowed"));
    m_words->hide();
    connect(m_choice, &QComboBox::currentIndexChanged, m_pages, &QStackedLayout::setCurrentIndex);
}

void DeviceChart::show(DeviceCounter counter)
{
    m_choice->setCurrentIndex(static_cast<int>(counter));
}

void DeviceChart::clear()
{
    m_series = {};
    m_limits = {};
    m_recent.clear();
    m_entries = 0;
    m_slowed.clear();
    m_lastStep = -1;
    showAll();
}

void DeviceChart::add(const std::vector<measured::DeviceStep>& steps)
{
    for (const measured::DeviceStep& step : steps)
        if (step.step > m_lastStep)
            addStep(step);
    if (!steps.empty())
        showAll();
}

void DeviceChart::addStep(const measured::DeviceStep& step)
{
    for (std::size_t counter = 0; counter < kCounters; ++counter) {
        const auto level = levelIn(step, static_cast<DeviceCounter>(counter));
        if (!level)
            continue;
        const double scale = scaleOf(static_cast<DeviceCounter>(counter));
        m_series[counter].add(step.step, level->value * scale);
        if (level->limit)
            m_limits[counter] = *level->limit * scale;
    }
    addSlowed(step);
    m_entries += step.ranks.size();
    m_recent[step.step] = step;
    while (m_entries > kMostEntries && m_recent.size() > 1) {
        m_entries -= m_recent.begin()->second.ranks.size();
        m_recent.erase(m_recent.begin());
    }
    m_lastStep = step.step;
}

void DeviceChart::addSlowed(const measured::DeviceStep& step)
{
    Slowed here{.first = step.step, .last = step.step};
    for (const auto& [rank, use] : step.ranks) {
        if (use.slowed == 0)
            continue;
        here.reasons |= use.reasons;
        here.ranks.push_back(rank);
    }
    if (here.ranks.empty())
        return;
    const auto join = [](Slowed& into, const Slowed& more) {
        into.last = more.last;
        into.reasons |= more.reasons;
        into.ranks.insert(into.ranks.end(), more.ranks.begin(), more.ranks.end());
        std::sort(into.ranks.begin(), into.ranks.end());
        into.ranks.erase(std::unique(into.ranks.begin(), into.ranks.end()), into.ranks.end());
    };
    if (!m_slowed.empty() && m_slowed.back().last == m_lastStep)
        join(m_slowed.back(), here);
    else
        m_slowed.push_back(std::move(here));
    if (m_slowed.size() > kMostSlowed) {
        join(m_slowed[0], m_slowed[1]);
        m_slowed.erase(m_slowed.begin() + 1);
    }
}

void DeviceChart::showAll()
{
    std::vector<StepStretch> stretches;
    for (const Slowed& each : m_slowed)
        stretches.push_back({each.first, each.last});
    for (std::size_t counter = 0; counter < kCounters; ++counter) {
        m_charts[counter]->setMeasured(m_series[counter]);
        m_charts[counter]->setPredicted(m_limits[counter]);
        m_charts[counter]->setStretches(stretches);
    }
    m_words->setText(slowedText());
    m_words->setVisible(!m_slowed.empty());
}

QString DeviceChart::slowedText() const
{
    if (m_slowed.empty())
        return {};
    const Slowed& last = m_slowed.back();
    const QString why = tr("%1, %2").arg(ranksText(last.ranks), reasonsText(last.reasons));
    QString text = last.first == last.last
        ? tr("Slowed in step %1: %2.").arg(QString::number(last.first), why)
        : tr("Slowed in steps %1 to %2: %3.")
              .arg(QString::number(last.first), QString::number(last.last), why);
    if (m_slowed.size() > 1)
        text += QLatin1Char(' ') + tr("Earlier stretches: %1.").arg(m_slowed.size() - 1);
    return text;
}

QStringList DeviceChart::tipOf(DeviceCounter counter, int step) const
{
    const auto found = m_recent.find(step);
    if (found == m_recent.end())
        return {};
    std::optional<std::pair<double, int>> low;
    std::optional<std::pair<double, int>> high;
    QStringList slowed;
    for (const auto& [rank, use] : found->second.ranks) {
        if (const auto level = levelOf(use, counter)) {
            const std::pair number(*level * scaleOf(counter), rank);
            low = low ? std::min(*low, number) : number;
            high = high ? std::max(*high, number) : number;
        }
        if (use.slowed > 0 && slowed.size() < static_cast<qsizetype>(kNamedRanks))
            slowed << tr("rank %1 slowed: %2").arg(QString::number(rank), reasonsText(use.reasons));
    }
    QStringList lines;
    if (low && low->second != high->second) {
        const auto number = [](double value) { return threeDigits(value); };
        lines << tr("lowest: %1, rank %2").arg(number(low->first), QString::number(low->second))
              << tr("highest: %1, rank %2").arg(number(high->first), QString::number(high->second));
    }
    return lines + slowed;
}

} // namespace gui
