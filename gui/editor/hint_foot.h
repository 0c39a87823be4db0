// What is to be known of the field in hand, at the foot of the editor: always of one height, so
// that nothing above it moves.

#pragma once

#include <QWidget>

#include <string>

class QLabel;
class QToolButton;

namespace gui {

class LessonLink;

class HintFoot : public QWidget {
    Q_OBJECT
public:
    enum class Kind { Hint, Warning, Problem };

    // All of it plain text: `title` and `facts` of one line, `sentence` of any length. What there
    // is no room for is in the tip.
    struct Words {
        QString title{};
        QString facts{};
        QString sentence{};
        Kind kind = Kind::Hint;
        int count = 1; // of sentences that can be gone through; with more than one there are arrows
        std::string topic{}; // that a lesson may explain (lesson/topics.h); empty: none

        bool operator==(const Words&) const = default;
    };

    explicit HintFoot(QWidget* parent = nullptr);

    void setWords(const Words& words);
    const Words& words() const { return m_words; }

    // The sentence before, or after, is asked for: -1 or 1.
signals:
    void stepped(int by);
    void lessonWanted(const QString& wanted); // a step of the course that explains it

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void applyLook();
    void refresh();
    QToolButton* arrow(const QString& text, const QString& name, int by);

    Words m_words;
    QLabel* m_title; // children
    QLabel* m_facts;
    QLabel* m_sentence;
    LessonLink* m_lesson;
    QToolButton* m_before;
    QToolButton* m_next;
};

} // namespace gui
