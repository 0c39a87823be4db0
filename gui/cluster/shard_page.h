// A page of the sheet: the shards of the device that is selected, seen at a layer of its own.

#pragma once

#include "gui/cluster/cluster_state.h"
#include "gui/cluster/shard_layout.h"

#include <QWidget>

#include <optional>

class QLabel;
class QScrollArea;
class QSpinBox;

namespace gui {

class ShardView;

// What is known of that device's shards; nothing without a model, or where the estimate is of
// another state of the strategy. `layer`: any, of the whole model; one that the device does not
// hold is replaced by the first that it does.
std::optional<ShardSubject> shardSubject(const DeviceFacts& facts, int device, long long layer);

class ShardPage : public QWidget {
    Q_OBJECT
public:
    // `state` must outlive it.
    explicit ShardPage(ClusterState& state, QWidget* parent = nullptr);

    ShardView& view() { return *m_view; }
    QSpinBox& layerBox() { return *m_layer; }

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    // Selects a device that holds the layer.
    void goTo(long long layer);
    void say();
    void applyLook();

    ClusterState& m_state;
    QSpinBox* m_layer; // children; it counts from 1, as people do
    QLabel* m_label;
    QLabel* m_where;
    QLabel* m_sentence;
    QScrollArea* m_scroll;
    ShardView* m_view; // in that
};

} // namespace gui
