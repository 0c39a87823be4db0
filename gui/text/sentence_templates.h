// Sentences that are put together of words and values, and their translations.

#pragma once

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

class QIODevice;

namespace gui {

// "has %1 entries" and the like, of one language into another. Immutable once read.
class SentenceTemplates {
public:
    // Of a TS file of Qt Linguist; without what is unfinished. Empty of a file that is none.
    static SentenceTemplates read(QIODevice& file);

    // Clause by clause; what a value holds is translated, too, unless it stands in quotation marks.
    // What is not known stays as it is, and so does a line that takes too long to be made out: some
    // program may say anything.
    QString translated(const QString& text) const;

    struct Template {
        QStringList words{};        // around the places: "has ", " entries"
        std::vector<bool> quoted{}; // [place]: stands between quotation marks
        QString source{};           // "has %1 entries"
        QString translation{};      // "有 %1 项"
        qsizetype letters = 0;      // of the words: of two that fit, the one with more is meant
    };
    const std::vector<Template>& all() const { return m_templates; }

private:
    struct Attempt; // at one text: what was found out of its parts, and what work is left
    std::optional<QString> ofText(const QString& text, int depth, Attempt& attempt) const;
    std::optional<QString> ofClause(const QString& clause, int depth, Attempt& attempt) const;
    std::optional<QString> searched(const QString& clause, int depth, Attempt& attempt) const;
    std::optional<QString> filled(const Template& any, const QStringList& values, int depth,
                                  Attempt& attempt) const;

    std::vector<Template> m_templates; // the one with the most letters first
};

} // namespace gui
