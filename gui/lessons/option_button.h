// One option of a question: its letter, its words over as many lines as they need, and, once it was
// chosen, whether it is right.

#pragma once

#include <QAbstractButton>

namespace gui {

// Letters have the size of its font. GUI thread.
class OptionButton : public QAbstractButton {
    Q_OBJECT
public:
    enum class Mark { None, Right, Wrong };

    // `text`: plain.
    OptionButton(char letter, const QString& text, QWidget* parent = nullptr);

    Mark mark() const { return m_mark; }
    // Told by a sign and by words, too.
    void setMark(Mark mark);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    int signSide() const;
    int padding() const;
    QRect textRect(int width, int height) const;

    char m_letter;
    Mark m_mark = Mark::None;
};

// A check mark, or a cross, in the square: told apart by their form.
void drawVerdictSign(QPainter& painter, const QRectF& square, bool isRight, const QColor& colour);

} // namespace gui
