#include "engine/runtime/training/checkpoint/tensor_stream.h"

#include "telemetry/crc32c.h"

#include <algorithm>
#include <span>
#include <utility>

namespace training {
namespace {

constexpr std::int64_t kElement = sizeof(float);
// Large enough for a disk to be busy, small enough that ranks meet often (see inRounds()) and that
// no copy of a large tensor is made.
constexpr std::int64_t kWriteElements = (4 << 20) / kElement;
constexpr std::int64_t kReadElements = (512 << 10) / kElement; // stays in the cache while summed up

std::uint64_t bytesOfElements(std::int64_t elements)
{
    return static_cast<std::uint64_t>(elements) * kElement;
}

} // namespace

SliceWriter::SliceWriter(const OpenFile& file, std::uint64_t tensorStart, engine::Store& store,
                         const TensorSlice& slice)
    : m_file(&file)
    , m_store(&store)
    , m_slice(&slice)
    , m_tensorStart(tensorStart)
    , m_share(slice)
{
}

plan::Result<bool> SliceWriter::next()
{
    const std::int64_t left = m_slice->values.rows - m_row;
    const std::int64_t rows
        = std::min(left, std::max<std::int64_t>(1, kWriteElements / m_slice->values.columns));
    download(rows);
    if (const auto written = write(rows); !written)
        return written.error();
    m_row += rows;
    return m_row < m_slice->values.rows;
}

void SliceWriter::download(std::int64_t rows)
{
    const Matrix part = m_slice->values.rowRange(m_row, rows);
    m_rows.resize(part.bytes());
    const std::size_t rowBytes = bytesOfElements(part.columns);
    if (part.contiguous())
        m_store->download(m_rows, bytesIn(part));
    for (std::int64_t row = 0; row < rows; ++row) {
        const auto here
            = std::span(m_rows).subspan(static_cast<std::size_t>(row) * rowBytes, rowBytes);
        if (!part.contiguous())
            m_store->download(here, bytesIn(part.rowRange(row, 1)));
        m_share.addRow(here);
    }
}

// What was downloaded.
plan::Outcome SliceWriter::write(std::int64_t rows) const
{
    const std::int64_t whole = m_slice->whole[1];
    const auto place = [&](std::int64_t row) {
        return m_tensorStart
            + bytesOfElements((m_slice->first[0] + row) * whole + m_slice->first[1]);
    };
    if (m_slice->values.columns == whole)
        return m_file->writeAt(place(m_row), m_rows);
    const std::size_t rowBytes = bytesOfElements(m_slice->values.columns);
    for (std::int64_t row = 0; row < rows; ++row) {
        const auto here
            = std::span(m_rows).subspan(static_cast<std::size_t>(row) * rowBytes, rowBytes);
        if (const auto written = m_file->writeAt(place(m_row + row), here); !written)
            return written;
    }
    return plan::done();
}

TensorReader::TensorReader(const OpenFile& file, std::uint64_t tensorStart, std::int64_t rows,
                           std::int64_t columns, engine::Store& store,
                           std::vector<const TensorSlice*> wanted)
    : m_file(&file)
    , m_tensorStart(tensorStart)
    , m_elements(rows * columns)
    , m_columns(columns)
    , m_store(&store)
    , m_wanted(std::move(wanted))
{
}

plan::Result<bool> TensorReader::next()
{
    const std::int64_t end = std::min(m_elements, m_element + kReadElements);
    m_block.resize(bytesOfElements(end - m_element));
    if (const auto read = m_file->readAt(m_tensorStart + bytesOfElements(m_element), m_block);
        !read)
        return read.error();
    // Over the whole tensor, also what no slice here wants: the sum in the manifest is of all of
    // it.
    m_crc = telemetry::crc32c(m_block, m_crc);
    for (const TensorSlice* slice : m_wanted)
        spread(*slice, end);
    m_element = end;
    return m_element < m_elements;
}

// Copies what the block, the elements from m_element to `end`, has of the slice.
void TensorReader::spread(const TensorSlice& slice, std::int64_t end) const
{
    const Matrix& values = slice.values;
    const auto upload = [&](DeviceAddress to, std::int64_t first, std::int64_t last) {
        if (first < last)
            m_store->upload({to, bytesOfElements(last - first)},
                            std::span(m_block).subspan(bytesOfElements(first - m_element),
                                                       bytesOfElements(last - first)));
    };
    if (values.columns == m_columns && values.contiguous()) {
        const std::int64_t start = slice.first[0] * m_columns;
        const std::int64_t first = std::max(m_element, start);
        return upload(values.data + bytesOfElements(first - start), first,
                      std::min(end, start + values.size()));
    }
    const std::int64_t firstRow = std::max(m_element / m_columns, slice.first[0]);
    const std::int64_t lastRow = std::min((end - 1) / m_columns, slice.first[0] + values.rows - 1);
    for (std::int64_t row = firstRow; row <= lastRow; ++row) {
        const std::int64_t start = row * m_columns + slice.first[1]; // of the slice's row
        const std::int64_t first = std::max(m_element, start);
        upload(values.at(row - slice.first[0], first - start), first,
               std::min(end, start + values.columns));
    }
}

} // namespace training
