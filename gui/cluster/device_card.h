// In the inspector, while devices are on show: what is known of the one that is lit.

#pragma once

#include "gui/cluster/cluster_state.h"

#include <QWidget>

class QLabel;

namespace gui {

class DeviceCard : public QWidget {
    Q_OBJECT
public:
    // `state` must outlive it.
    explicit DeviceCard(ClusterState& state, QWidget* parent = nullptr);

    QString text() const;

private:
    void refresh();

    ClusterState& m_state;
    QLabel* m_title; // children
    QLabel* m_place; //
    QLabel* m_values;
    QLabel* m_groups;
};

} // namespace gui
