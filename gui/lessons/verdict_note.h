// What is said to an answer: a sign, a word, and the sentences that go with it.

#pragma once

#include <QFrame>

class QLabel;

namespace gui {

// GUI thread.
class VerdictNote : public QFrame {
    Q_OBJECT
public:
    enum class Kind { Right, Wrong, NotYet, Guess };

    explicit VerdictNote(QWidget* parent = nullptr);

    // `word`: plain, "Right"; `sentences`: rich, may be empty; `reveal`: likewise.
    void say(Kind kind, const QString& word, const QString& sentences, const QString& reveal);
    // Tells screen readers at once.
    void announce();

    Kind kind() const { return m_kind; }
    QString word() const;
    QString plain() const; // all of it, without marks

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void placeTexts();

    Kind m_kind = Kind::NotYet;
    QLabel* m_word; // children
    QLabel* m_sentences;
    QLabel* m_reveal;
};

} // namespace gui
