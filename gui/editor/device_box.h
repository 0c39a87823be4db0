// Chooses the device of a cluster: one that is known by name, one of the user's own, or the one
// that the strategy describes.

#pragma once

#include "gui/editor/own_devices.h"
#include "gui/inputs/word_box.h"

#include <optional>

namespace gui {

// Only shows and offers; its owner makes the edit when a choice is activated.
class DeviceBox : public WordBox {
    Q_OBJECT
public:
    // `own` must outlive the box.
    explicit DeviceBox(const OwnDevices& own, QWidget* parent = nullptr);

    // Chooses the device of that cluster; one that is in no list joins it, and stays in it while
    // another is chosen: the last such one.
    void follow(const strategy::Cluster& cluster);
    // Another strategy is shown: what only the one before it has leaves the list.
    void forgetFormer();

    // Puts the device that is chosen into the cluster: a name alone, or a description with the
    // efficiencies and latencies that belong to it. Nothing changes where it is that cluster's
    // already.
    void putInto(strategy::Cluster& cluster) const;

    // What is known of the device that is chosen: whose it is, its memory, its peak.
    static QString describe(const strategy::Cluster& cluster);

    // The user's own device of which the cluster has the description, by its name if there is one
    // of that, else by any; nothing: it is none of them.
    std::optional<OwnDevice> ownOf(const strategy::Cluster& cluster) const;

    // Whether one of the user's own has its name and is another device.
    bool isNameTaken(const strategy::Cluster& cluster) const;

    // Reads the user's own devices anew.
    void offerOwn();

    void showPopup() override;

private:
    void addFromFile(); // Precondition: there is one

    const OwnDevices& m_own;
    std::vector<OwnDevice> m_offered; // behind those known by name
    strategy::Cluster m_followed;
    std::optional<strategy::Cluster> m_fromFile; // of the entry behind them, if there is one
};

} // namespace gui
