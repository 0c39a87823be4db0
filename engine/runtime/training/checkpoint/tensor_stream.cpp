#include "engine/runtime/training/checkpoint/tensor_stream.h"

#include "telemetry/crc32c.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

namespace training {
namespace {

constexpr std::int64_t kElement = sizeof(float);
constexpr std::int64_t kWriteElements = (4 << 20) / kElement;
constexpr std::int64_t kReadElements = (512 << 10) / kElement; // stays in the cache while summed up

std::uint64_t bytesOfElements(std::int64_t elements)
{
    return static_cast<std::uint64_t>(elements) * kElement;
}

std::byte* at(const Matrix& values, std::int64_t row, std::int64_t column)
{
    return static_cast<std::byte*>(values.data) + bytesOfElements(row * values.stride + column);
}

} // namespace

SliceWriter::SliceWriter(const OpenFile& file, std::uint64_t tensorStart, const TensorSlice& slice)
    : m_file(&file)
    , m_slice(&slice)
    , m_tensorStart(tensorStart)
{
}

plan::Result<bool> SliceWriter::next()
{
    const std::int64_t left = m_slice->values.rows - m_row;
    const std::int64_t rows
        = std::min(left, std::max<std::int64_t>(1, kWriteElements / m_slice->values.columns));
    if (const auto written = write(rows); !written)
        return written.error();
    m_row += rows;
    return m_row < m_slice->values.rows;
}

plan::Outcome SliceWriter::write(std::int64_t rows)
{
    const Matrix& values = m_slice->values;
    const std::int64_t whole = m_slice->whole[1];
    const auto place = [&](std::int64_t row) {
        return m_tensorStart
            + bytesOfElements((m_slice->first[0] + row) * whole + m_slice->first[1]);
    };
    const std::uint64_t rowBytes = bytesOfElements(values.columns);
    if (values.columns != whole) {
        for (std::int64_t row = m_row; row < m_row + rows; ++row) {
            const auto written = m_file->writeAt(place(row), {at(values, row, 0), rowBytes});
            if (!written)
                return written;
        }
        return plan::done();
    }
    if (values.contiguous())
        return m_file->writeAt(place(m_row),
                               {at(values, m_row, 0), static_cast<std::size_t>(rows) * rowBytes});
    m_packed.resize(static_cast<std::size_t>(rows) * rowBytes);
    for (std::int64_t row = 0; row < rows; ++row)
        std::memcpy(m_packed.data() + static_cast<std::size_t>(row) * rowBytes,
                    at(values, m_row + row, 0), rowBytes);
    return m_file->writeAt(place(m_row), m_packed);
}

TensorReader::TensorReader(const OpenFile& file, std::uint64_t tensorStart, std::int64_t rows,
                           std::int64_t columns, std::vector<const TensorSlice*> wanted)
    : m_file(&file)
    , m_tensorStart(tensorStart)
    , m_elements(rows * columns)
    , m_columns(columns)
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
    const std::int64_t firstRow = std::max(m_element / m_columns, slice.first[0]);
    const std::int64_t lastRow = std::min((end - 1) / m_columns, slice.first[0] + values.rows - 1);
    for (std::int64_t row = firstRow; row <= lastRow; ++row) {
        const std::int64_t rowStart = row * m_columns;
        const std::int64_t first = std::max(m_element, rowStart + slice.first[1]);
        const std::int64_t last = std::min(end, rowStart + slice.first[1] + values.columns);
        if (first < last)
            std::memcpy(at(values, row - slice.first[0], first - rowStart - slice.first[1]),
                        m_block.data() + bytesOfElements(first - m_element),
                        bytesOfElements(last - first));
    }
}

} // namespace training
