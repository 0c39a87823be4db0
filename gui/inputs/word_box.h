// A box of words that may be narrower than they are: closed it cuts what it has no room for, which
// its tip then has whole, and its list is as wide as they need.

#pragma once

#include <QComboBox>

namespace gui {

class WordBox : public QComboBox {
    Q_OBJECT
public:
    // Has no words yet.
    explicit WordBox(QWidget* parent = nullptr);

    // Adds an entry at the end of the list. `word` is the entry's data, as it stands in a file;
    // `text` is what is read of it, translated.
    void addWord(const QString& text, const QString& word);
    // Changes what is read of an entry; its word stays.
    void setTextOf(int index, const QString& text);

protected:
    // What the closed box shows, and which part of it is left out where room is short.
    virtual QString shownText() const { return currentText(); }
    virtual Qt::TextElideMode cutAt() const { return Qt::ElideMiddle; }

    bool event(QEvent* event) override;
    void initStyleOption(QStyleOptionComboBox* option) const override;

private:
    void widenListFor(const QString& text);
};

} // namespace gui
