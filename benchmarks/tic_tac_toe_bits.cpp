// Tic-tac-toe: a bitboard for each player, the lines through each cell in a table.

#include <cstdint>

#include "playouts.hpp"

namespace {

constexpr unsigned kFull = 0777;

// For each cell the lines through it; lists end with 0.
constexpr unsigned kLines[9][5] = {
    {0007, 0111, 0421, 0},      {0007, 0222, 0},       {0007, 0444, 0124, 0},
    {0070, 0111, 0},            {0070, 0222, 0421, 0124, 0}, {0070, 0444, 0},
    {0700, 0111, 0124, 0},      {0700, 0222, 0},       {0700, 0444, 0421, 0},
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
  bool put(int player, int cell) {
    const unsigned mine = marks[player] |= 1u << cell;
    for (const unsigned *line = kLines[cell]; *line; ++line)
      if ((mine & *line) == *line) return true;
    return false;
  }
};

}  // namespace

int main(int count, char **arguments) { return program<2, 3, play_race<Board, 9>>(count, arguments); }
