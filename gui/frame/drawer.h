// Under the timeline: pages of tables and charts, one at a time, as high as the user has drawn it.

#pragma once

#include <QString>
#include <QWidget>

#include <vector>

class QStackedWidget;
class QTabBar;
class QToolButton;

namespace gui {

// A page of the drawer; its owner is whoever made it.
struct DrawerPage {
    QString id;    // "ledger": stable, for the settings
    QString title; // translated
    QWidget* widget = nullptr;

    bool operator==(const DrawerPage&) const = default;
};

class Drawer : public QWidget {
    Q_OBJECT
public:
    explicit Drawer(QWidget* parent = nullptr);

    // In place of those before. The page that was in front stays there where the new ones have
    // one with its id; otherwise the first is. Pages that are left out are hidden and given back.
    void setPages(const std::vector<DrawerPage>& pages);
    const std::vector<DrawerPage>& pages() const { return m_pages; }

    QString current() const; // id of the page in front; empty: there is none
    void setCurrent(const QString& id);

signals:
    void currentChanged();
    void closeWanted();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void applyLook();
    void raise(int place);

    std::vector<DrawerPage> m_pages;
    QString m_wanted; // id that the user has chosen last
    QWidget* m_head;
    QTabBar* m_tabs;
    QToolButton* m_close;
    QStackedWidget* m_stack;
};

} // namespace gui
