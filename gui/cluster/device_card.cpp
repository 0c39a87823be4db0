#include "gui/cluster/device_card.h"

#include "gui/cluster/place_words.h"
#include "gui/text/joined.h"
#include "gui/text/plain_label.h"
#include "gui/theme/metrics.h"

#include <QLabel>
#include <QVBoxLayout>

namespace gui {
DeviceCard::DeviceCard(ClusterState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_title(plainLabel(tr("The device")))
    , m_place(plainLabel(tr("Where it stands")))
    , m_values(plainLabel(tr("What its step is like")))
    , m_groups(plainLabel(tr("Its groups")))
{
    QFont title = font();
    title.setWeight(QFont::DemiBold);
    m_title->setFont(title);
    const Metrics sizes = metrics();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(sizes.space(4), sizes.space(2), sizes.space(4), sizes.space(2));
    column->setSpacing(sizes.space(3));
    for (QLabel* label : {m_title, m_place, m_values, m_groups})
        column->addWidget(label);
    column->addStretch(1);
    connect(&state, &ClusterState::factsChanged, this, &DeviceCard::refresh);
    connect(&state, &ClusterState::litChanged, this, &DeviceCard::refresh);
    refresh();
}

QString DeviceCard::text() const
{
    return QStringList{m_title->text(), m_place->text(), m_values->text(), m_groups->text()}.join(
        QLatin1Char('\n'));
}

void DeviceCard::refresh()
{
    const int device = m_state.lit();
    if (device < 0 || !m_state.reason().isEmpty()) {
        m_title->setText(tr("No device is selected"));
        m_place->setText(tr("Click a device to see where it stands, which groups it forms with "
                            "others, and how its step goes."));
        m_values->clear();
        m_groups->clear();
        return;
    }
    const DeviceFacts& facts = m_state.facts();
    m_title->setText(tr("Device %1").arg(device));
    m_place->setText(placeSentence(facts, device));
    m_values->setText(valueLines(facts, device).join(QLatin1Char('\n')));
    QStringList groups;
    for (const DeviceGroup& group : facts.map().groupsOf(device))
        groups << labelled(bracketed(nameOf(group.kind), shortNameOf(group.kind)),
                           groupText(facts.map(), group));
    m_groups->setText((groups + neighbourLines(facts, device)).join(QLatin1Char('\n')));
}

} // namespace gui
