// The narrow column at the left edge: a button for each panel. The one that is pressed has its
// panel open beside the rail; pressed again, it shuts it.

#pragma once

#include <QWidget>

#include <vector>

class QAction;
class QVBoxLayout;

namespace gui {

class Rail : public QWidget {
    Q_OBJECT
public:
    explicit Rail(QWidget* parent = nullptr);

    // A button at the bottom of the others. `action` is checkable and outlives the rail; its icon
    // text stands under its icon.
    void add(QAction* action);
    // Buttons that are added from now on stand at the lower end.
    void addStretch();

    QSize sizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void applyLook();

    QVBoxLayout* m_column;
};

} // namespace gui
