// A box for numbers of any size: it shows as many digits as the number has, in the locale of the
// window, and steps by about a tenth of it.

#pragma once

#include <QDoubleSpinBox>

namespace gui {

// What the number means, and which values are sensible, is for the owner to say.
class DecimalBox : public QDoubleSpinBox {
    Q_OBJECT
public:
    // Takes numbers from 0 on. `unit` stands behind the number, the same in every language.
    explicit DecimalBox(const QString& unit, QWidget* parent = nullptr);

    // `text`, translated, is shown in place of 0, with `standsFor` for its %1: 0 means a default,
    // and that is the number it stands for. Steps up begin there.
    void setZero(const QString& text, double standsFor);

    void stepBy(int steps) override;
    QString textFromValue(double value) const override;

private:
    double m_zeroStandsFor = 0;
};

} // namespace gui
