#include "gui/handout/handout_dialog.h"

#include "engine/paper/handout_pdf.h"
#include "gui/handout/handout_file.h"
#include "gui/inputs/ask_where.h"
#include "gui/inputs/save_buttons.h"
#include "gui/text/engine_text.h"
#include "gui/text/plain_label.h"
#include "gui/theme/metrics.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

namespace gui {
namespace {

// A file's bytes, or why there are none.
struct HandoutBytes {
    std::string bytes;
    QString problem;
};

HandoutBytes handoutBytes(const std::vector<lesson::HandoutBlock>& blocks, const std::string& title,
                          lesson::Language language, HandoutFormat format)
{
    if (format == HandoutFormat::Html)
        return {lesson::handoutHtml(blocks, title, language), {}};
    auto pdf = paper::handoutPdf(blocks, title, language);
    if (!pdf)
        return {{}, engineText(pdf.error().message)};
    return {std::move(pdf->bytes), {}};
}

constexpr const char* kHandoutEndings[] = {"pdf", "html"}; // by HandoutFormat

} // namespace

HandoutDialog::HandoutDialog(std::shared_ptr<const lesson::ReadLesson> read, QWidget* parent)
    : QDialog(parent)
    , m_read(std::move(read))
    , m_form(new QFormLayout)
    , m_language(addChoice(3))
    , m_answers(addChoice(2))
    , m_format(addChoice(2))
    , m_said(plainLabel({}))
    , m_save(new QPushButton)
{
    setAttribute(Qt::WA_DeleteOnClose);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_said->setMinimumHeight(2 * fontMetrics().lineSpacing()); // a path may take two lines
    m_said->setAlignment(Qt::AlignTop | Qt::AlignLeading);
    auto* column = new QVBoxLayout(this);
    column->addLayout(m_form);
    column->addSpacing(metrics().space(2));
    column->addWidget(m_said, 1);
    retranslate(); // before the buttons, which are named by their texts
    column->addWidget(closeAndSave(*this, *m_save));
    setMinimumWidth(metrics().px(440));
    const bool isChinese = QLocale().language() == QLocale::Chinese;
    m_language->setCurrentIndex(
        static_cast<int>(isChinese ? HandoutLanguage::Chinese : HandoutLanguage::English));
    connect(m_save, &QPushButton::clicked, this, &HandoutDialog::save);
    if (!m_read->problems.empty())
        m_save->setEnabled(false);
}

QComboBox* HandoutDialog::addChoice(int choices)
{
    auto* box = new QComboBox;
    for (int i = 0; i < choices; ++i)
        box->addItem({});
    auto* label = new QLabel;
    label->setBuddy(box);
    m_form->addRow(label, box);
    return box;
}

void HandoutDialog::retranslate()
{
    setWindowTitle(tr("Handout"));
    const auto name = [this](QComboBox* box, const QString& words, const QStringList& choices) {
        static_cast<QLabel*>(m_form->labelForField(box))->setText(words);
        box->setAccessibleName(words);
        for (int i = 0; i < choices.size(); ++i)
            box->setItemText(i, choices[i]);
    };
    name(m_language, tr("Language"),
         {tr("English"), QLocale(QLocale::Chinese, QLocale::China).nativeLanguageName(),
          tr("Both, under each other")});
    name(m_answers, tr("Answers"), {tr("On pages of their own, at the end"), tr("Left out")});
    name(m_format, tr("Format"), {tr("PDF, to print"), tr("HTML, for a browser")});
    m_save->setText(tr("Save as…"));
    m_save->setAccessibleName(m_save->text());
    m_said->setAccessibleName(tr("What became of it"));
    m_said->setText(
        m_read->problems.empty()
            ? QString()
            : tr("This lesson has mistakes in it. It can be printed once they are mended."));
}

void HandoutDialog::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QDialog::changeEvent(event);
}

lesson::HandoutOptions HandoutDialog::options() const
{
    lesson::HandoutOptions options;
    options.languages.clear();
    const auto language = static_cast<HandoutLanguage>(m_language->currentIndex());
    if (language != HandoutLanguage::Chinese)
        options.languages.push_back(lesson::Language::English);
    if (language != HandoutLanguage::English)
        options.languages.push_back(lesson::Language::Chinese);
    options.answers = m_answers->currentIndex() == static_cast<int>(HandoutAnswers::AtTheEnd);
    return options;
}

HandoutFormat HandoutDialog::formatOf(const QString& path) const
{
    for (int i = 0; i < m_format->count(); ++i)
        if (path.endsWith(QLatin1Char('.') + QLatin1String(kHandoutEndings[i]),
                          Qt::CaseInsensitive))
            return static_cast<HandoutFormat>(i);
    return static_cast<HandoutFormat>(m_format->currentIndex());
}

void HandoutDialog::save()
{
    const QString ending = QString::fromLatin1(kHandoutEndings[m_format->currentIndex()]);
    connect(askWhere(this, windowTitle(), handoutStem(*m_read, QStringLiteral("handout")),
                     {ending.toUpper(), ending}),
            &QFileDialog::fileSelected, this, &HandoutDialog::saveTo);
}

void HandoutDialog::saveTo(const QString& path)
{
    if (!m_read->problems.empty())
        return;
    m_save->setEnabled(false);
    m_said->setText(tr("Making the pages…"));
    const lesson::HandoutOptions chosen = options();
    // Here, and not on the thread: what a state works out late is for one thread at a time.
    m_writing.request([this, path, blocks = lesson::handoutOf(*m_read, chosen),
                       language = chosen.languages.front(),
                       title = m_read->lesson.head.title.in(chosen.languages.front()),
                       format = formatOf(path)](const auto&) -> NewestWork::Delivery {
        const HandoutBytes made = handoutBytes(blocks, title, language, format);
        const QString problem
            = made.problem.isEmpty() ? handoutWrittenTo(path, made.bytes) : made.problem;
        return [this, path, problem] { finish(path, problem); };
    });
}

void HandoutDialog::finish(const QString& path, const QString& problem)
{
    m_save->setEnabled(true);
    m_said->setText(problem.isEmpty() ? tr("Saved as %1").arg(QDir::toNativeSeparators(path))
                                      : problem);
    if (problem.isEmpty())
        emit saved(path);
    else
        emit failed(problem);
}

} // namespace gui
