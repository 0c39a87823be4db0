#include "gui/window/command_palette.h"

#include "gui/inputs/clear_button.h"
#include "gui/text/fuzzy.h"
#include "gui/text/joined.h"
#include "gui/text/mnemonic.h"
#include "gui/text/shown_text.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <optional>

namespace gui {
namespace {

constexpr double kWidth = 560; // pixels of scale 1
constexpr double kHeight = 380;
constexpr int kMostOfQuery = 80; // characters
constexpr int kFewestOfTip = 2;  // characters that are looked for in the sentence about a command
constexpr int kKeysRole = Qt::UserRole + 1;
constexpr int kRemarkRole = Qt::UserRole + 2;

// "File: Save as…"
QString pathOf(std::size_t place, const QAction& action)
{
    const ActionSpec& spec = actionSpecs()[place];
    return labelled(withoutMnemonic(menuTitle(spec.menu)), nameOf(spec, action.text()));
}

// How well it fits; what has the words in the sentence about it stands behind all that have them in
// their name. Nothing: it does not fit.
std::optional<int> scoreOf(const QString& typed, std::size_t place, const QAction& action)
{
    if (const auto score = fuzzyScore(typed, pathOf(place, action)))
        return score;
    const QString words = typed.trimmed();
    const QString tip = QCoreApplication::translate("Actions", actionSpecs()[place].tip);
    return words.size() >= kFewestOfTip && tip.contains(words, Qt::CaseInsensitive)
        ? std::optional(std::numeric_limits<int>::min())
        : std::nullopt;
}

// The name on the left, its keys on the right; under a grey name why it is grey.
class CommandLook : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override
    {
        const Theme& theme = themeFor(option.palette);
        const Metrics sizes = metrics();
        const bool chosen = option.state & QStyle::State_Selected;
        painter->save();
        painter->fillRect(option.rect,
                          chosen ? option.palette.color(QPalette::Highlight)
                                 : option.palette.color(QPalette::Base));
        const bool possible = index.flags() & Qt::ItemIsEnabled;
        const QColor ink = chosen ? option.palette.color(QPalette::HighlightedText)
            : possible            ? theme.text
                                  : theme.mutedText;
        const QRect line = option.rect.adjusted(sizes.space(3), 0, -sizes.space(3), 0);
        painter->setPen(ink);
        painter->setFont(sizes.font(option.font, Type::Body));
        const QString keys = index.data(kKeysRole).toString();
        const int keysWidth = painter->fontMetrics().horizontalAdvance(keys);
        painter->drawText(line, Qt::AlignRight | Qt::AlignVCenter, keys);
        const QString remark = index.data(kRemarkRole).toString();
        const QRect left = line.adjusted(0, 0, -keysWidth - sizes.space(3), 0);
        const QString name = index.data(Qt::DisplayRole).toString();
        const auto elided = [painter](const QString& text, const QRect& room) {
            return painter->fontMetrics().elidedText(text, Qt::ElideRight, room.width());
        };
        if (remark.isEmpty()) {
            painter->drawText(left, Qt::AlignLeft | Qt::AlignVCenter, elided(name, left));
        } else {
            const QRect upper(left.left(), left.top(), left.width(), left.height() / 2);
            painter->drawText(upper, Qt::AlignLeft | Qt::AlignBottom, elided(name, upper));
            painter->setFont(sizes.font(option.font, Type::Small));
            const QRect lower = upper.translated(0, upper.height());
            painter->drawText(lower, Qt::AlignLeft | Qt::AlignTop, elided(remark, lower));
        }
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override
    {
        return {0, metrics().px(index.data(kRemarkRole).toString().isEmpty() ? 30 : 44)};
    }
};

} // namespace

CommandPalette::CommandPalette(const ActionRegistry& actions, QWidget* parent)
    : QDialog(parent, Qt::Popup)
    , m_actions(actions)
    , m_words(new QLineEdit(this))
    , m_list(new QListWidget(this))
    , m_none(new QLabel(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Find a command"));
    m_words->setPlaceholderText(tr("Type a part of a command's name"));
    m_words->setAccessibleName(windowTitle());
    giveClearButton(*m_words);
    m_words->installEventFilter(this);
    m_list->setAccessibleName(tr("Commands"));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setItemDelegate(new CommandLook(m_list));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_none->setTextFormat(Qt::PlainText);
    m_none->setWordWrap(true);
    m_none->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_none->setAccessibleName(tr("Why there are no commands"));
    const Metrics sizes = metrics();
    m_none->setMargin(sizes.space(4));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(sizes.space(2), sizes.space(2), sizes.space(2), sizes.space(2));
    column->addWidget(m_words);
    column->addWidget(m_list, 1);
    column->addWidget(m_none, 1);
    const QSize size = QSize(sizes.px(kWidth), sizes.px(kHeight)).boundedTo(parent->size());
    resize(size);
    const QPoint top(parent->width() / 2 - size.width() / 2, sizes.verdictHeight());
    move(parent->mapToGlobal(top));
    connect(m_words, &QLineEdit::textChanged, this, &CommandPalette::refresh);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::run);
    refresh();
    m_words->setFocus();
}

void CommandPalette::refresh()
{
    struct Found {
        std::size_t place;
        int score;
    };
    std::vector<Found> found;
    for (std::size_t i = 0; i < m_actions.actions().size(); ++i) {
        const QAction& action = *m_actions.actions()[i];
        if (!action.isVisible() || action.objectName() == QLatin1String("help.palette"))
            continue;
        if (const auto score = scoreOf(m_words->text(), i, action))
            found.push_back({i, *score});
    }
    std::stable_sort(found.begin(), found.end(), [this](const Found& a, const Found& b) {
        const bool aCan = m_actions.actions()[a.place]->isEnabled();
        const bool bCan = m_actions.actions()[b.place]->isEnabled();
        return aCan != bCan ? aCan : a.score > b.score;
    });
    m_list->clear();
    for (const Found& each : found) {
        const QAction& action = *m_actions.actions()[each.place];
        auto* item = new QListWidgetItem(pathOf(each.place, action), m_list);
        item->setData(Qt::UserRole, static_cast<int>(each.place));
        item->setData(kKeysRole, action.shortcut().toString(QKeySequence::NativeText));
        item->setData(kRemarkRole, action.isEnabled() ? QString() : action.toolTip());
        if (!action.isEnabled())
            item->setFlags(Qt::NoItemFlags);
    }
    m_list->setCurrentRow(0);
    m_none->setText(tr("No command matches \"%1\"").arg(shownText(m_words->text(), kMostOfQuery)));
    m_list->setVisible(!found.empty());
    m_none->setVisible(found.empty());
}

void CommandPalette::run()
{
    const QListWidgetItem* chosen = m_list->currentItem();
    if (!chosen || !(chosen->flags() & Qt::ItemIsEnabled))
        return;
    QAction* action
        = m_actions.actions()[static_cast<std::size_t>(chosen->data(Qt::UserRole).toInt())];
    close();
    // Once this has closed: the command may open another dialog, or move the keyboard.
    QMetaObject::invokeMethod(action, &QAction::trigger, Qt::QueuedConnection);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        switch (key->key()) {
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_PageUp:
        case Qt::Key_PageDown: {
            const bool down = key->key() == Qt::Key_Down || key->key() == Qt::Key_PageDown;
            const bool page = key->key() == Qt::Key_PageUp || key->key() == Qt::Key_PageDown;
            const int to = m_list->currentRow() + (down ? 1 : -1) * (page ? 8 : 1);
            m_list->setCurrentRow(std::clamp(to, 0, std::max(0, m_list->count() - 1)));
            return true;
        }
        case Qt::Key_Return:
        case Qt::Key_Enter:
            run();
            return true;
        default:
            break;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace gui
