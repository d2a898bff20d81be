// Connect Four: a bitboard for each player, seven bits a column of which the upper one stays empty, and the height of each
// column. After a drop only the discs of who dropped are looked at, by shifts in the four directions.

#include <cstdint>
#include <initializer_list>

#include "playouts.hpp"

namespace {

constexpr int kColumns = 7, kRows = 6, kStride = kRows + 1;

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
  bool put(int player, int column) {
    discs[player] |= std::uint64_t{1} << (column * kStride + height[column]++);
    return four(discs[player]);
  }
};

}  // namespace

int main(int count, char **arguments) { return program<2, 3, play_race<Board, kColumns>>(count, arguments); }
