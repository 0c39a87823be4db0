#include "gui/export/figure_dialog.h"

#include "gui/export/figure_lanes.h"
#include "gui/export/figure_preview.h"
#include "gui/export/write_file.h"
#include "gui/inputs/ask_where.h"
#include "gui/inputs/form_row.h"
#include "gui/inputs/save_buttons.h"
#include "gui/theme/metrics.h"
#include "gui/theme/op_colours.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTimer>

#include <algorithm>

namespace gui {
namespace {

constexpr const char* kEndings[] = {"svg", "pdf", "png"}; // by FigureFormat

} // namespace

FigureDialog::FigureDialog(Exports exports, QWidget* parent)
    : QDialog(parent)
    , m_exports(std::move(exports))
    , m_preview(new FigurePreview)
    , m_save(new QPushButton(tr("Save as…")))
    , m_later(new QTimer(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Export a figure"));
    resize(metrics().px(1000), metrics().px(620));
    m_later->setSingleShot(true);
    m_later->setInterval(0); // several changes are one picture
    connect(m_later, &QTimer::timeout, this, &FigureDialog::refreshPreview);
    auto* row = new QHBoxLayout;
    row->addWidget(makeOptions());
    row->addWidget(m_preview, 1);
    auto* column = new QVBoxLayout(this);
    column->addLayout(row, 1);
    column->addWidget(closeAndSave(*this, *m_save));
    connect(m_save, &QPushButton::clicked, this, &FigureDialog::save);
    refreshOptions();
}

QComboBox* FigureDialog::addChoice(QFormLayout& form, const QString& name,
                                   const QStringList& choices)
{
    auto* box = new QComboBox;
    box->addItems(choices);
    box->setAccessibleName(name);
    form.addRow(name, box);
    connect(box, &QComboBox::currentIndexChanged, this, &FigureDialog::refreshOptions);
    return box;
}

QCheckBox* FigureDialog::addSwitch(QFormLayout& form, const QString& name, bool on)
{
    auto* box = new QCheckBox(name);
    box->setChecked(on);
    box->setAccessibleName(name);
    form.addRow(box); // over both columns: names may be long
    connect(box, &QCheckBox::toggled, this, &FigureDialog::refreshOptions);
    return box;
}

QWidget* FigureDialog::makeOptions()
{
    auto* options = new QWidget;
    options->setMinimumWidth(metrics().panelWidth());
    options->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    auto* form = new QFormLayout(options);
    m_form = form;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    QStringList names;
    for (const FigureSource& each : m_exports.figures)
        names << each.name;
    m_figure = addChoice(*form, tr("Figure"), names);
    m_paper = addChoice(*form, tr("Size"),
                        {tr("3.3 in wide, one column"), tr("6.9 in wide, a whole page"),
                         tr("Slide, 13.33 × 7.5 in")});
    m_format = addChoice(*form, tr("Format"), {tr("SVG"), tr("PDF"), tr("PNG")});
    m_scale = addChoice(*form, tr("Scale"), {tr("1×, 96 dpi"), tr("2×"), tr("3×"), tr("4×")});
    m_steps = addChoice(*form, tr("Steps"),
                        {tr("Predicted and measured"), tr("Predicted"), tr("Measured")});
    m_time = addChoice(*form, tr("Time"),
                       {tr("The whole step"), tr("The visible part"), tr("The selected area")});
    m_title = addSwitch(*form, tr("Title"), false);
    m_legend = addSwitch(*form, tr("Legend"), true);
    m_phases = addSwitch(*form, tr("Phases over the rows"), true);
    m_chunks = addSwitch(*form, tr("Names of ops and chunks"), true);
    m_ghosts = addSwitch(*form, tr("Predicted ops over measured ones"), false);
    m_criticalPath = addSwitch(*form, tr("Critical path"), false);
    m_inner = addSwitch(*form, tr("Inside ops, and kernels"), false);
    m_memory = addSwitch(*form, tr("Memory"), false);
    m_greyscale = addSwitch(*form, tr("Readable in black and white"), false);
    m_paper->setCurrentIndex(static_cast<int>(Paper::Page));
    for (const FigureSource& each : m_exports.figures)
        if (const auto* steps = std::get_if<StepsToDraw>(&each.what))
            m_criticalPath->setChecked(steps->extras.criticalPath);
    return options;
}

const FigureSource& FigureDialog::source() const
{
    return m_exports.figures[static_cast<std::size_t>(std::max(0, m_figure->currentIndex()))];
}

const StepsToDraw* FigureDialog::stepsToDraw() const
{
    return std::get_if<StepsToDraw>(&source().what);
}

int FigureDialog::scale() const { return m_scale->currentIndex() + 1; }

FigureFormat FigureDialog::format() const
{
    return static_cast<FigureFormat>(m_format->currentIndex());
}

FigureLook FigureDialog::look() const
{
    FigureLook look;
    look.paper = static_cast<Paper>(m_paper->currentIndex());
    look.title = m_title->isChecked();
    look.legend = m_legend->isChecked();
    look.phases = m_phases->isChecked();
    look.chunks = m_chunks->isChecked();
    look.greyscale = m_greyscale->isChecked();
    look.colours = coloursOf(palette());
    const auto isOn = [](const QCheckBox* box) { return !box->isHidden() && box->isChecked(); };
    look.extras = {.ghosts = isOn(m_ghosts),
                   .criticalPath = isOn(m_criticalPath),
                   .inner = isOn(m_inner),
                   .memory = isOn(m_memory)};
    return look;
}

FigureLook FigureDialog::lookIn(FigureFormat as) const
{
    FigureLook printed = look();
    if (as == FigureFormat::Png)
        printed.dot = unitsPerPixel(scale());
    return printed;
}

ShownSteps FigureDialog::shown() const
{
    return shownSteps(*stepsToDraw(), m_exports.title,
                      static_cast<WhichSteps>(m_steps->currentIndex()),
                      static_cast<WhichTime>(m_time->currentIndex()));
}

void FigureDialog::refreshOptions()
{
    if (!m_greyscale) // still being made
        return;
    const StepsToDraw* steps = stepsToDraw();
    const auto is = [steps](bool measured) {
        return steps
            && std::any_of(
                   steps->tracks.begin(), steps->tracks.end(),
                   [measured](const TrackData& track) { return track.measured == measured; });
    };
    m_steps->setEnabled(is(true) && is(false));
    m_time->setEnabled(steps);
    for (QCheckBox* box : {m_legend, m_phases, m_chunks, m_greyscale})
        box->setEnabled(steps);
    const FigureExtras there = steps ? extrasOf(steps->tracks) : FigureExtras{};
    showRow(m_form, m_ghosts, there.ghosts);
    showRow(m_form, m_criticalPath, there.criticalPath);
    showRow(m_form, m_inner, there.inner);
    showRow(m_form, m_memory, there.memory);
    m_scale->setEnabled(format() == FigureFormat::Png);
    if (!m_steps->isEnabled())
        m_steps->setCurrentIndex(0);
    if (m_time->currentIndex() == static_cast<int>(WhichTime::Selected) && steps && !steps->area)
        m_time->setCurrentIndex(static_cast<int>(WhichTime::InSight));
    m_later->start();
}

QImage FigureDialog::preview() const { return m_preview->image(); }

std::function<Figure()> FigureDialog::figureFor(const FigureLook& look) const
{
    if (stepsToDraw())
        return [look, steps = shown()] { return stepFigure(steps, look); };
    const Figure chart
        = widgetFigure(std::get<MakeWidget>(source().what),
                       m_exports.title + QStringLiteral(" · ") + source().name, look);
    return [chart] { return chart; };
}

void FigureDialog::refreshPreview()
{
    const QSizeF room = m_preview->room();
    FigureLook seen = lookIn(format());
    // Or more, where it is the figure's height that has no more room.
    seen.pixel = widthOf(seen.paper) / room.width();
    m_drawing.request([this, make = figureFor(seen), room](const auto&) -> NewestWork::Delivery {
        const Figure figure = make();
        const QSize pixels = figure.size.scaled(room, Qt::KeepAspectRatio).toSize();
        return [this, image = imageOf(figure, pixels.expandedTo(QSize(1, 1)))] {
            m_preview->setImage(image);
        };
    });
}

void FigureDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    m_later->start();
}

void FigureDialog::save()
{
    const QString ending = QString::fromLatin1(kEndings[m_format->currentIndex()]);
    connect(askWhere(this, windowTitle(), m_exports.stem, {m_format->currentText(), ending}),
            &QFileDialog::fileSelected, this, &FigureDialog::saveTo);
}

void FigureDialog::saveTo(const QString& path)
{
    m_save->setEnabled(false);
    const FigureFormat as = figureFormatOf(path).value_or(format());
    m_writing.request([this, path, as, scale = scale(), title = m_exports.title,
                       make = figureFor(lookIn(as))](const auto&) -> NewestWork::Delivery {
        const QByteArray bytes = fileOf(make(), as, scale, title);
        const QString error = bytes.isEmpty()
            ? tr("There is not enough memory for this picture; choose a smaller scale")
            : writtenTo(path, bytes);
        return [this, path, error] { finish(path, error); };
    });
}

void FigureDialog::finish(const QString& path, const QString& error)
{
    m_save->setEnabled(true);
    if (!error.isEmpty()) {
        emit failed(error);
        return;
    }
    emit saved(path);
    accept();
}

} // namespace gui
