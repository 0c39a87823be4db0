// How a lecture goes through a lesson: by half-steps, from a question over the votes to what is
// revealed. What every key does stands here, without a widget.
//
// A clicker has four keys. Two of them walk; of the other two one sends F5 and Esc by turns, and
// one blanks the screen by a full stop. So F5 does nothing, and Esc leaves only when it is pressed
// twice in a row, which such a clicker cannot do.

#pragma once

#include <QString>
#include <Qt>

#include <array>
#include <vector>

namespace gui {

// What a step shows, one after the other.
enum class LectureHalf { Question, Votes, Reveal };

// What has to be known of a step.
struct LectureStep {
    int options = 0;     // that hands are raised for; 0: nothing is voted on
    bool reveals = true; // something is shown behind the question
};

inline constexpr int kVoteOptions = 6; // A to F
inline constexpr int kVoteRounds = 2;  // before and after talking to a neighbour

class LectureScript {
public:
    enum class Outcome { Nothing, Changed, Left };

    // `start`: the step to begin with; clamped.
    explicit LectureScript(std::vector<LectureStep> steps, int start = 0);

    // Without those that a held key repeats.
    Outcome press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier);
    Outcome click(); // goes on

    int step() const { return m_step; }
    LectureHalf half() const { return m_half; }
    bool isAtEnd() const { return m_isAtEnd; } // was told to go on where nothing comes any more
    bool isBlank() const { return m_isBlank; }
    bool isPictureAlone() const { return m_isPictureAlone; } // without words
    bool showsKeys() const { return m_showsKeys; }
    bool asksToLeave() const { return m_asksToLeave; } // Esc once more leaves
    const QString& typed() const { return m_typed; }   // digits

    // Hands that were counted for the step in front. `round`: 0 or 1.
    int votes(int option, int round) const;
    int total(int round) const;
    int round() const;           // that is counted now
    bool hasSecondRound() const; // it was begun

private:
    struct Votes {
        std::array<std::array<int, kVoteOptions>, kVoteRounds> counts{};
        int round = 0;
        bool hasSecond = false;
    };

    Outcome act(int key, Qt::KeyboardModifiers modifiers);
    Outcome actCovered(int key); // while the screen is blank, or the keys are shown
    Outcome typeDigit(int key);
    Outcome count(int option, bool away, const QString& typed);
    Outcome changeRound();
    Outcome goOn();
    Outcome goBack();
    Outcome goTo(int step, LectureHalf half);
    bool canVote() const; // hands are counted now
    LectureHalf lastHalf(int step) const;
    const Votes* votesNow() const; // null: the lesson has no steps

    std::vector<LectureStep> m_steps;
    std::vector<Votes> m_votes; // [step]
    int m_step = 0;
    LectureHalf m_half = LectureHalf::Question;
    QString m_typed;
    bool m_isAtEnd = false;
    bool m_isBlank = false;
    bool m_isPictureAlone = false;
    bool m_showsKeys = false;
    bool m_asksToLeave = false;
};

} // namespace gui
