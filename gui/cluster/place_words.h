// Devices and their groups in words: for labels, the inspector and screen readers. Plain text.

#pragma once

#include "gui/cluster/device_facts.h"

#include <QString>
#include <QStringList>

namespace gui {

// "TP", and "Tensor group".
QString shortNameOf(GroupKind kind);
QString nameOf(GroupKind kind);

// "32–39", "5, 13, … 125 (every 8)", "1, 2, 5": numbers that rise.
QString numbersText(const std::vector<int>& numbers);

// "stage 3", "stages 3, 11, 19"
QString stagesText(const std::vector<int>& stages);

// "device 37"
QString deviceName(int device);
// "node 4, pipeline rank 3, stages 3, 11, 19, tensor rank 5, data rank 2": without the axes that
// have one rank.
QString placeSentence(const DeviceFacts& facts, int device);
QString deviceSentence(const DeviceFacts& facts, int device); // the name, and the place behind it

// The short form within a box: "P3 T5 D2".
QString placeLabel(const DeviceMap& map, int device);

// What its step is like, a line each: "Idle share: 4.4 %".
QStringList valueLines(const DeviceFacts& facts, int device);

// What the links are taken to carry, and, where a run has shown it, what they did, a line each:
// "Links within a node: 450 GB/s, measured 391 GB/s". Empty: nothing is known of them.
QStringList linkLines(const DeviceFacts& facts);

// "32–39, in one node"; "5, 13, …, over 16 nodes".
QString groupText(const DeviceMap& map, const DeviceGroup& group);

// Whom it exchanges activations with, a line each; empty: nobody.
QStringList neighbourLines(const DeviceFacts& facts, int device);

} // namespace gui
