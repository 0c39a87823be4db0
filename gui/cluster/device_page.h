// A page of the sheet that shows the devices: over the picture what it is coloured by, and the
// scale of the colours; under it the groups of the device that is lit.

#pragma once

#include "gui/cluster/cluster_state.h"

#include <QLabel>
#include <QWidget>

class QComboBox;

namespace gui {

// The scale from the least to the most of the metric on show.
class ColourScale : public QWidget {
    Q_OBJECT
public:
    explicit ColourScale(ClusterState& state, QWidget* parent = nullptr);

    // What stands at the ends; one alone where all devices are alike.
    QStringList ends() const;
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ClusterState& m_state;
};

// Which outline stands for which group, of how many devices each.
class GroupLegend : public QWidget {
    Q_OBJECT
public:
    explicit GroupLegend(ClusterState& state, QWidget* parent = nullptr);

    QString text() const; // the same in words
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ClusterState& m_state;
};

class DevicePage : public QWidget {
    Q_OBJECT
public:
    // `picture` becomes a child; `hint` says in a few words what can be done there. `state` must
    // outlive the page.
    DevicePage(ClusterState& state, QWidget* picture, const QString& hint,
               QWidget* parent = nullptr);

    QComboBox& metricBox() { return *m_metric; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void fillMetrics();
    void applyLook();

    ClusterState& m_state;
    QComboBox* m_metric;
    QLabel* m_label;
    QLabel* m_hint;
    QLabel* m_links;
};

} // namespace gui
