// A box for numbers of any size: it shows as many digits as the number has, in the locale of the
// window, and steps by about a tenth of it.

#pragma once

#include <QDoubleSpinBox>

namespace gui {

class DecimalBox : public QDoubleSpinBox {
    Q_OBJECT
public:
    // Takes numbers from 0 on. `unit` stands behind the number, the same in every language.
    explicit DecimalBox(const QString& unit, QWidget* parent = nullptr);

    // What 0 stands for: shown in its place, for the %1 of `text`, and where steps up begin.
    void setZero(const QString& text, double standsFor);

    void stepBy(int steps) override;
    QString textFromValue(double value) const override;

private:
    double m_zeroStandsFor = 0;
};

} // namespace gui
