// Tic-tac-toe: an array of cells, the lines through each cell in a table.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

// For each cell the lines through it, as the two other cells of each; -1 ends a list.
constexpr int kLines[9][9] = {
    {1, 2, 3, 6, 4, 8, -1}, {0, 2, 4, 7, -1},             {0, 1, 5, 8, 4, 6, -1},
    {0, 6, 4, 5, -1},       {3, 5, 1, 7, 0, 8, 2, 6, -1}, {3, 4, 2, 8, -1},
    {7, 8, 0, 3, 4, 2, -1}, {6, 8, 1, 4, -1},             {6, 7, 2, 5, 4, 0, -1},
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
  std::int8_t cells[9] = {};  // 0: empty, else the player's number + 1

  int moves(int *list) const {
    int count = 0;
    for (int cell = 0; cell < 9; ++cell)
      if (!cells[cell]) list[count++] = cell;
    return count;
  }

  // Puts a mark; whether it completes a line.
  bool place(int player, int cell) {
    const auto mark = static_cast<std::int8_t>(player + 1);
    cells[cell] = mark;
    for (const int *other = kLines[cell]; *other >= 0; other += 2)
      if (cells[other[0]] == mark && cells[other[1]] == mark) return true;
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
