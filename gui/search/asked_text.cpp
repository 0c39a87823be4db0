#include "gui/search/asked_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace gui {
namespace {

struct FreeName {
    bool strategy::FreeFields::*member;
    const char* name;
};

// They stand in files: do not change them.
constexpr FreeName kFreeNames[] = {
    {&strategy::FreeFields::tensor, "tensor"},     {&strategy::FreeFields::context, "context"},
    {&strategy::FreeFields::pipeline, "pipeline"}, {&strategy::FreeFields::expert, "expert"},
    {&strategy::FreeFields::micro, "micro"},       {&strategy::FreeFields::zero, "zero"},
    {&strategy::FreeFields::sequence, "sequence"}, {&strategy::FreeFields::recompute, "recompute"},
    {&strategy::FreeFields::schedule, "schedule"}, {&strategy::FreeFields::layers, "layers"},
};

constexpr qsizetype kMostSweptFields = 2;

QString oneLine(const QJsonDocument& json)
{
    return QString::fromUtf8(json.toJson(QJsonDocument::Compact));
}

} // namespace

QString askedText(const strategy::SearchAsked& asked)
{
    QJsonArray devices;
    for (const int count : asked.devices)
        devices.append(count);
    QJsonArray fixed;
    for (const FreeName& field : kFreeNames)
        if (!(asked.free.*field.member))
            fixed.append(QLatin1String(field.name));
    return oneLine(QJsonDocument(QJsonObject{{QStringLiteral("devices"), devices},
                                             {QStringLiteral("tokens"), asked.tokensPerSecond},
                                             {QStringLiteral("fixed"), fixed}}));
}

QString askedText(const std::vector<strategy::SweptField>& fields)
{
    QJsonArray all;
    for (const strategy::SweptField& field : fields) {
        QJsonArray values;
        for (const std::string& value : field.values)
            values.append(QString::fromStdString(value));
        all.append(QJsonObject{{QStringLiteral("key"), QString::fromStdString(field.key)},
                               {QStringLiteral("values"), values}});
    }
    return oneLine(QJsonDocument(all));
}

strategy::SearchAsked searchAsked(const QString& text)
{
    strategy::SearchAsked asked;
    const QJsonObject json = QJsonDocument::fromJson(text.toUtf8()).object();
    const QJsonArray devices = json[QLatin1String("devices")].toArray();
    for (const auto& count : devices)
        if (asked.devices.size() < strategy::kMaxSearchedDevices && count.toInt() > 0)
            asked.devices.push_back(count.toInt());
    asked.tokensPerSecond = std::max(0.0, json[QLatin1String("tokens")].toDouble());
    const QJsonArray fixed = json[QLatin1String("fixed")].toArray();
    for (const FreeName& field : kFreeNames)
        asked.free.*field.member = !fixed.contains(QLatin1String(field.name));
    return asked;
}

std::vector<strategy::SweptField> sweptFields(const QString& text)
{
    std::vector<strategy::SweptField> fields;
    const QJsonArray all = QJsonDocument::fromJson(text.toUtf8()).array();
    for (qsizetype i = 0; i < std::min(all.size(), kMostSweptFields); ++i) {
        const QJsonObject json = all[i].toObject();
        strategy::SweptField field{json[QLatin1String("key")].toString().toStdString(), {}};
        const QJsonArray values = json[QLatin1String("values")].toArray();
        for (const auto& value : values)
            field.values.push_back(value.toString().toStdString());
        if (!field.key.empty())
            fields.push_back(std::move(field));
    }
    return fields;
}

} // namespace gui
