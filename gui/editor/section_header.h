// The line that opens and shuts a section of the editor. Shut, it says in short what is in it.

#pragma once

#include <QAbstractButton>

namespace gui {

// Checked: open. Space and Enter turn it over, Right opens it, Left shuts it.
class SectionHeader : public QAbstractButton {
    Q_OBJECT
public:
    // `title`: translated, its name for screen readers too. A sub-header is less loud.
    explicit SectionHeader(const QString& title, bool isSub = false, QWidget* parent = nullptr);

    // What stands beside the title while it is shut; cut at its end where room is short, and whole
    // in the tip.
    void setSummary(const QString& summary);
    QString summary() const { return m_summary; }
    // How many of its fields have a problem, which is said instead of the summary, open or shut.
    void setProblems(int count);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    QFont titleFont() const;
    QString words() const; // beside the title
    int leftOf() const;    // where the title begins
    void describe();

    bool m_isSub;
    QString m_summary;
    int m_problems = 0;
    bool m_isFound = false; // the focus has come by keyboard
};

// "2 problems"
QString problemCount(int count);

} // namespace gui
