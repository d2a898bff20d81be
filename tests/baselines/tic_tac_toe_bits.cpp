// Tic-tac-toe: a bitboard for each player, the lines through each cell in a table.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr unsigned kFull = 0777;

// For each cell the lines through it; lists end with 0.
constexpr unsigned kLines[9][5] = {
    {0007, 0111, 0421, 0},      {0007, 0222, 0},       {0007, 0444, 0124, 0},
    {0070, 0111, 0},            {0070, 0222, 0421, 0124, 0}, {0070, 0444, 0},
    {0700, 0111, 0124, 0},      {0700, 0222, 0},       {0700, 0444, 0421, 0},
};

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

struct Board {
  unsigned marks[2] = {0, 0};

  int moves(int *list) const {
    int count = 0;
    for (unsigned empty = kFull & ~(marks[0] | marks[1]); empty; empty &= empty - 1)
      list[count++] = __builtin_ctz(empty);
    return count;
  }

  // Puts a mark; whether it completes a line.
  bool place(int player, int cell) {
    const unsigned mine = marks[player] |= 1u << cell;
    for (const unsigned *line = kLines[cell]; *line; ++line)
      if ((mine & *line) == *line) return true;
    return false;
  }
};

void play(Random &random, Tally &tally) {
  Board board;
  int list[9];
  for (int player = 0;; player ^= 1) {
    const int count = board.moves(list);
    if (count == 0) {
      ++tally.drawn;
      return;
    }
    ++tally.decisions;
    if (board.place(player, list[random.below(count)])) {
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
