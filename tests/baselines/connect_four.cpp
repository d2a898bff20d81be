// Connect Four: an array of cells and the height of each column. After a drop only the four directions through the disc are looked at.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr int kColumns = 7, kRows = 6;
constexpr int kDirections[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

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
  std::int8_t cells[kColumns][kRows] = {};  // 0: empty, else the player's number + 1
  int height[kColumns] = {};

  int moves(int *list) const {
    int count = 0;
    for (int column = 0; column < kColumns; ++column)
      if (height[column] < kRows) list[count++] = column;
    return count;
  }

  bool holds(int column, int row, std::int8_t disc) const {
    return column >= 0 && column < kColumns && row >= 0 && row < kRows && cells[column][row] == disc;
  }

  int run(int column, int row, int right, int up, std::int8_t disc) const {
    int length = 0;
    while (holds(column += right, row += up, disc)) ++length;
    return length;
  }

  // Drops a disc; whether it completes four.
  bool drop(int player, int column) {
    const auto disc = static_cast<std::int8_t>(player + 1);
    const int row = height[column]++;
    cells[column][row] = disc;
    for (const auto &[right, up] : kDirections)
      if (run(column, row, right, up, disc) + run(column, row, -right, -up, disc) >= 3) return true;
    return false;
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
