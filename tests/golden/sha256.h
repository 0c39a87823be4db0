// SHA-256 (FIPS 180-4), as `sha256sum` prints it.

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

namespace golden {

// Adds the 64 bytes from `block` to the state.
inline void addBlock(std::array<std::uint32_t, 8>& state, const unsigned char* block)
{
    static constexpr std::array<std::uint32_t, 64> kRound{
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
        0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
        0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
        0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
        0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
        0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
        0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
        0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
        0xc67178f2};
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < 16; ++i)
        for (std::size_t byte = 0; byte < 4; ++byte)
            w[i] = w[i] << 8 | block[4 * i + byte];
    for (std::size_t i = 16; i < 64; ++i) {
        const auto a = w[i - 15];
        const auto b = w[i - 2];
        w[i] = w[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) + w[i - 7]
            + (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
    }
    auto s = state;
    for (std::size_t i = 0; i < 64; ++i) {
        const auto e = s[4];
        const auto a = s[0];
        const auto one = s[7] + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25))
            + ((e & s[5]) ^ (~e & s[6])) + kRound[i] + w[i];
        const auto two = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22))
            + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
        s = {one + two, s[0], s[1], s[2], s[3] + one, s[4], s[5], s[6]};
    }
    for (std::size_t i = 0; i < 8; ++i)
        state[i] += s[i];
}

// 64 lower-case hexadecimal digits.
inline std::string sha256(std::string text)
{
    std::array<std::uint32_t, 8> state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const std::uint64_t bits = 8 * std::uint64_t{text.size()};
    text += '\x80';
    text.resize((text.size() + 8 + 63) / 64 * 64 - 8);
    for (int shift = 56; shift >= 0; shift -= 8)
        text += static_cast<char>(bits >> shift & 0xff);
    for (std::size_t at = 0; at < text.size(); at += 64)
        addBlock(state, reinterpret_cast<const unsigned char*>(text.data()) + at);
    std::string digits(64, '0');
    for (std::size_t i = 0; i < 8; ++i) {
        char word[9];
        std::snprintf(word, sizeof word, "%08x", static_cast<unsigned>(state[i]));
        digits.replace(8 * i, 8, word);
    }
    return digits;
}

} // namespace golden
