#include "gui/cluster/device_page.h"

#include "gui/cluster/device_look.h"
#include "gui/cluster/place_words.h"
#include "gui/frame/elided_label.h"
#include "gui/text/joined.h"
#include "gui/theme/metrics.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLinearGradient>
#include <QLocale>
#include <QPainter>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

constexpr double kScaleLength = 140; // pixels of scale 1
constexpr double kScaleHeight = 10;
constexpr double kSampleLength = 26; // of an outline
constexpr int kScaleSteps = 16;

} // namespace

ColourScale::ColourScale(ClusterState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
{
    setAccessibleName(tr("Scale of the colours"));
    const auto refresh = [this] {
        setAccessibleDescription(ends().join(QStringLiteral(" – ")));
        updateGeometry();
        update();
    };
    connect(&state, &ClusterState::factsChanged, this, refresh);
    connect(&state, &ClusterState::metricChanged, this, refresh);
    refresh();
}

QStringList ColourScale::ends() const
{
    const DeviceMetric metric = m_state.metric();
    if (!m_state.facts().has(metric))
        return {};
    if (metric == DeviceMetric::Node)
        return {
            tr("%1 nodes").arg(QLocale().toString(static_cast<qlonglong>(m_state.map().nodes())))};
    const DeviceFacts::Range range = m_state.facts().range(metric);
    const QString least = DeviceFacts::text(metric, range.least);
    const QString most = DeviceFacts::text(metric, range.most);
    return least == most ? QStringList{tr("all alike: %1").arg(least)} : QStringList{least, most};
}

QSize ColourScale::sizeHint() const
{
    const QFontMetrics text(metrics().font(font(), Type::Small));
    int width = metrics().px(kScaleLength);
    for (const QString& end : ends())
        width += text.horizontalAdvance(end) + metrics().space(2);
    return {width, text.height()};
}

void ColourScale::paintEvent(QPaintEvent*)
{
    const QStringList ends = this->ends();
    if (ends.isEmpty())
        return;
    QPainter painter(this);
    const Theme& theme = themeFor(palette());
    const Metrics sizes = metrics();
    painter.setFont(sizes.font(font(), Type::Small));
    painter.setPen(theme.text);
    const QFontMetrics text = painter.fontMetrics();
    int left = 0;
    if (ends.size() > 1) {
        const int width = text.horizontalAdvance(ends.front());
        painter.drawText(QRect(0, 0, width, height()), Qt::AlignVCenter, ends.front());
        left = width + sizes.space(2);
    }
    const int high = sizes.px(kScaleHeight);
    const QRect bar(left, (height() - high) / 2, ends.size() > 1 ? sizes.px(kScaleLength) : high,
                    high);
    QLinearGradient shades(bar.topLeft(), bar.topRight());
    for (int step = 0; step <= kScaleSteps; ++step)
        shades.setColorAt(double(step) / kScaleSteps, theme.heat(double(step) / kScaleSteps));
    const bool isOfNodes = m_state.metric() == DeviceMetric::Node;
    painter.fillRect(bar,
                     ends.size() > 1 ? QBrush(shades)
                         : isOfNodes ? QBrush(theme.curves.front())
                                     : QBrush(theme.heat(0)));
    painter.drawText(QRect(bar.right() + sizes.space(2), 0, width(), height()), Qt::AlignVCenter,
                     ends.back());
}

GroupLegend::GroupLegend(ClusterState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
{
    setAccessibleName(tr("Groups of the device"));
    const auto refresh = [this] {
        setAccessibleDescription(text());
        update();
    };
    connect(&state, &ClusterState::factsChanged, this, refresh);
    connect(&state, &ClusterState::litChanged, this, refresh);
    refresh();
}

QString GroupLegend::text() const
{
    const int lit = m_state.lit();
    if (lit < 0 || !m_state.reason().isEmpty())
        return tr("Point at a device, or choose one with the arrow keys, to see its groups");
    QStringList parts{deviceName(lit)};
    for (const DeviceGroup& group : m_state.map().groupsOf(lit))
        parts << tr("%1 of %2").arg(nameOf(group.kind), QString::number(group.devices.size()));
    return enumerated(parts);
}

QSize GroupLegend::sizeHint() const { return {metrics().px(400), metrics().controlHeight()}; }
QSize GroupLegend::minimumSizeHint() const { return {metrics().px(80), metrics().controlHeight()}; }

void GroupLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = themeFor(palette());
    const Metrics sizes = metrics();
    painter.setFont(sizes.font(font(), Type::Small));
    const QFontMetrics text = painter.fontMetrics();
    int left = sizes.space(4);
    const auto write = [&](const QString& words, const QColor& colour) {
        painter.setPen(colour);
        painter.drawText(QRect(left, 0, width() - left, height()), Qt::AlignVCenter,
                         text.elidedText(words, Qt::ElideRight, width() - left));
        left += text.horizontalAdvance(words) + sizes.space(4);
    };
    const int lit = m_state.lit();
    if (lit < 0 || !m_state.reason().isEmpty()) {
        write(this->text(), theme.mutedText);
        return;
    }
    write(deviceName(lit), theme.text);
    for (const DeviceGroup& group : m_state.map().groupsOf(lit)) {
        painter.setPen(groupPen(theme, group.kind, sizes.px(3)));
        painter.drawLine(left, height() / 2, left + sizes.px(kSampleLength), height() / 2);
        left += sizes.px(kSampleLength) + sizes.space(1);
        write(QStringLiteral("%1 %2").arg(shortNameOf(group.kind),
                                          QString::number(group.devices.size())),
              theme.text);
    }
}

DevicePage::DevicePage(ClusterState& state, QWidget* picture, const QString& hint, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_metric(new QComboBox)
    , m_label(new QLabel(tr("&Colour"), this))
    , m_hint(new ElidedLabel(this))
    , m_links(new QLabel(this))
{
    // Before the others, for Tab passes by what stands between a page and its focus proxy.
    picture->setParent(this);
    m_label->setBuddy(m_metric);
    m_metric->setAccessibleName(tr("What the devices are coloured by"));
    m_metric->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_hint->setText(hint);
    m_links->setTextFormat(Qt::PlainText);
    m_links->setWordWrap(true);
    m_links->setAccessibleName(tr("Bandwidth of the links"));
    const auto tellLinks = [this] {
        m_links->setText(linkLines(m_state.facts()).join(QStringLiteral(" · ")));
        m_links->setVisible(!m_links->text().isEmpty());
    };
    connect(&state, &ClusterState::factsChanged, this, tellLinks);
    tellLinks();
    m_hint->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_hint->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto* line = new QHBoxLayout;
    line->addWidget(m_label);
    line->addWidget(m_metric);
    line->addWidget(new ColourScale(state, this));
    line->addWidget(m_hint, 1);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(0);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(line);
    column->addWidget(picture, 1);
    auto* foot = new QHBoxLayout;
    foot->addWidget(new GroupLegend(state, this), 1);
    foot->addWidget(m_links);
    column->addLayout(foot);
    setFocusProxy(picture);
    connect(&state, &ClusterState::factsChanged, this, &DevicePage::fillMetrics);
    connect(&state, &ClusterState::metricChanged, this, &DevicePage::fillMetrics);
    connect(m_metric, &QComboBox::activated, this, [this](int place) {
        m_state.setMetric(static_cast<DeviceMetric>(m_metric->itemData(place).toInt()));
    });
    fillMetrics();
    applyLook();
}

void DevicePage::fillMetrics()
{
    const QSignalBlocker quiet(m_metric);
    QList<int> known;
    for (std::size_t i = 0; i < kDeviceMetrics; ++i)
        if (m_state.facts().has(static_cast<DeviceMetric>(i)))
            known << static_cast<int>(i);
    QList<int> offered;
    for (int i = 0; i < m_metric->count(); ++i)
        offered << m_metric->itemData(i).toInt();
    // An open list stays as it is while a run goes on.
    if (known != offered) {
        m_metric->clear();
        for (const int metric : known)
            m_metric->addItem(nameOf(static_cast<DeviceMetric>(metric)), metric);
    }
    m_metric->setCurrentIndex(m_metric->findData(static_cast<int>(m_state.metric())));
}

void DevicePage::applyLook()
{
    const Metrics sizes = metrics();
    auto* line = static_cast<QHBoxLayout*>(layout()->itemAt(0)->layout());
    line->setContentsMargins(sizes.space(4), sizes.space(1), sizes.space(4), sizes.space(1));
    line->setSpacing(sizes.space(2));
    m_label->setFont(sizes.font(font(), Type::Small));
    m_hint->setFont(sizes.font(font(), Type::Small));
    m_links->setFont(sizes.font(font(), Type::Small));
    m_links->setContentsMargins(sizes.space(4), 0, sizes.space(4), 0);
    QPalette muted = m_hint->palette();
    muted.setColor(QPalette::WindowText, themeFor(palette()).mutedText);
    m_hint->setPalette(muted);
    m_links->setPalette(muted);
}

void DevicePage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        applyLook();
}

} // namespace gui
