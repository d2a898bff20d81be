// Tic-tac-toe: an array of cells, the lines through each cell in a table.

#include <cstdint>

#include "playouts.hpp"

namespace {

// For each cell the lines through it, as the two other cells of each; -1 ends a list.
constexpr int kLines[9][9] = {
    {1, 2, 3, 6, 4, 8, -1}, {0, 2, 4, 7, -1},             {0, 1, 5, 8, 4, 6, -1},
    {0, 6, 4, 5, -1},       {3, 5, 1, 7, 0, 8, 2, 6, -1}, {3, 4, 2, 8, -1},
    {7, 8, 0, 3, 4, 2, -1}, {6, 8, 1, 4, -1},             {6, 7, 2, 5, 4, 0, -1},
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
  bool put(int player, int cell) {
    const auto mark = static_cast<std::int8_t>(player + 1);
    cells[cell] = mark;
    for (const int *other = kLines[cell]; *other >= 0; other += 2)
      if (cells[other[0]] == mark && cells[other[1]] == mark) return true;
    return false;
  }
};

}  // namespace

int main(int count, char **arguments) { return program<2, 3, play_race<Board, 9>>(count, arguments); }
