// Connect Four: a bitboard for each player, seven bits a column of which the upper one stays empty, and the height of each
// column. After a drop only the discs of who dropped are looked at, by shifts in the four directions.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>

namespace {

constexpr int kColumns = 7, kRows = 6, kStride = kRows + 1;

// SplitMix64.
struct Random {
  std::uint64_t state;

  std::uint32_t below(std::uint32_t n) {
    std::uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return static_cast<std::uint32_t>(((z >> 32) * n) >> 32);
  }
};

struct Tally {
  std::uint64_t decisions = 0;
  std::uint64_t won[2] = {0, 0};
  std::uint64_t drawn = 0;
};

bool four(std::uint64_t discs) {
  for (const int step : {1, kStride, kStride - 1, kStride + 1}) {
    const std::uint64_t pairs = discs & (discs >> step);
    if (pairs & (pairs >> (2 * step))) return true;
  }
  return false;
}

struct Board {
  std::uint64_t discs[2] = {0, 0};
  int height[kColumns] = {0, 0, 0, 0, 0, 0, 0};

  int moves(int *list) const {
    int count = 0;
    for (int column = 0; column < kColumns; ++column)
      if (height[column] < kRows) list[count++] = column;
    return count;
  }

  // Drops a disc; whether it completes four.
  bool drop(int player, int column) {
    discs[player] |= std::uint64_t{1} << (column * kStride + height[column]++);
    return four(discs[player]);
  }
};

void play(Random &random, Tally &tally) {
  Board board;
  int list[kColumns];
  for (int player = 0;; player ^= 1) {
    const int count = board.moves(list);
    if (count == 0) {
      ++tally.drawn;
      return;
    }
    ++tally.decisions;
    if (board.drop(player, list[random.below(count)])) {
      ++tally.won[player];
      return;
    }
  }
}

}  // namespace

int main(int count, char **arguments) {
  if (count != 4 || std::atoi(arguments[3]) != 2) return 2;
  Random random{std::strtoull(arguments[1], nullptr, 10)};
  const long long games = std::atoll(arguments[2]);
  Tally tally;
  const auto start = std::chrono::steady_clock::now();
  for (long long game = 0; game < games; ++game) play(random, tally);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%llu %.9f %llu %llu %llu\n", static_cast<unsigned long long>(tally.decisions), seconds.count(),
              static_cast<unsigned long long>(tally.won[0]), static_cast<unsigned long long>(tally.won[1]),
              static_cast<unsigned long long>(tally.drawn));
}
