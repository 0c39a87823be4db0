// What all views of the devices share: what is known of them, what they are coloured by, and which
// of them is selected and which the pointer is on.

#pragma once

#include "gui/cluster/device_facts.h"

#include <QObject>

namespace gui {

// Views call the setters and listen to the signals, and so need not know each other. GUI thread.
class ClusterState : public QObject {
    Q_OBJECT
public:
    // Of more devices none is drawn.
    static constexpr long long kMostDevices = 1 << 20;

    explicit ClusterState(QObject* parent = nullptr);

    const DeviceFacts& facts() const { return m_facts; }
    const DeviceMap& map() const { return m_facts.map(); }
    // The selection and what the pointer is on stay where there still is such a device.
    void setFacts(DeviceFacts facts);

    // Why there is nothing to draw: a sentence, or empty.
    QString reason() const;

    // As it was chosen, or the pipeline rank where that is not known.
    DeviceMetric metric() const;
    void setMetric(DeviceMetric metric);

    // -1: none.
    int selected() const { return m_selected; }
    void setSelected(int device);
    int hovered() const { return m_hovered; }
    void setHovered(int device);
    // Whose groups are lit: the one the pointer is on, else the one selected.
    int lit() const { return m_hovered >= 0 ? m_hovered : m_selected; }

    // Selects a device of that pipeline rank, the one beside the selected one on all other axes.
    void selectPipelineRank(int rank);

signals:
    void factsChanged();
    void metricChanged();
    void selectedChanged();
    void litChanged(); // another one, or none

private:
    DeviceFacts m_facts;
    DeviceMetric m_metric = DeviceMetric::PipelineRank;
    int m_selected = -1;
    int m_hovered = -1;
};

} // namespace gui
