// Connect Four: an array of cells and the height of each column. After a drop only the four directions through the disc are looked at.

#include <cstdint>

#include "playouts.hpp"

namespace {

constexpr int kColumns = 7, kRows = 6;
constexpr int kDirections[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

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
  bool put(int player, int column) {
    const auto disc = static_cast<std::int8_t>(player + 1);
    const int row = height[column]++;
    cells[column][row] = disc;
    for (const auto &[right, up] : kDirections)
      if (run(column, row, right, up, disc) + run(column, row, -right, -up, disc) >= 3) return true;
    return false;
  }
};

}  // namespace

int main(int count, char **arguments) { return program<2, 3, play_race<Board, kColumns>>(count, arguments); }
