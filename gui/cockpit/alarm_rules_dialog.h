// Which alarms a run may raise, and from when on; kept in the settings.

#pragma once

#include "gui/live/alarm.h"

#include <QDialog>

#include <array>
#include <functional>

class QCheckBox;
class QDoubleSpinBox;
class QSettings;

namespace gui {

AlarmRules readRules(const QSettings& settings);
void writeRules(const AlarmRules& rules, QSettings& settings);

// Deletes itself when closed.
class AlarmRulesDialog : public QDialog {
    Q_OBJECT
public:
    // `onRules` is called once, where the user accepts.
    AlarmRulesDialog(const AlarmRules& rules, std::function<void(const AlarmRules&)> onRules,
                     QWidget* parent = nullptr);

    AlarmRules rules() const; // as they stand in the fields

private:
    QDoubleSpinBox* addNumber(const QString& name, double value, double least, double most,
                              const QString& unit);

    std::array<QCheckBox*, kAlarmKinds> m_on{}; // children, as all
    QDoubleSpinBox* m_slowRank;
    QDoubleSpinBox* m_slowStep;
    QDoubleSpinBox* m_memory;
    QDoubleSpinBox* m_lossSpike;
    QDoubleSpinBox* m_noNews;
    QCheckBox* m_desktop;
};

} // namespace gui
