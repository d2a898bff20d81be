// All positions of Connect Four in which play stops at a win, breadth first: COLUMNS ROWS. Prints how many there are, and the
// seconds. A position is one number: who has a disc where, and above the discs of each column a one; the set is a table with
// open addressing that doubles.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <vector>

namespace {

using Word = std::uint64_t;

int columns, rows;

bool four(Word discs) {
  for (const int step : {1, rows + 1, rows, rows + 2}) {
    const Word pairs = discs & (discs >> step);
    if (pairs & (pairs >> (2 * step))) return true;
  }
  return false;
}

struct Set {
  std::vector<Word> slots = std::vector<Word>(1 << 12);
  std::size_t size = 0;

  // Whether a number, never 0, is new.
  bool add(Word number) {
    if (2 * ++size > slots.size()) {
      std::vector<Word> old(2 * slots.size());
      old.swap(slots);
      for (const Word each : old)
        if (each) slots[find(each)] = each;
    }
    Word &slot = slots[find(number)];
    if (slot) return --size, false;
    slot = number;
    return true;
  }

  std::size_t find(Word number) const {
    const std::size_t mask = slots.size() - 1;
    std::size_t slot = (number * 0x9E3779B97F4A7C15u >> 20) & mask;
    while (slots[slot] && slots[slot] != number) slot = (slot + 1) & mask;
    return slot;
  }
};

// The discs of who moves, and of both, from the number of a position.
void read(Word number, Word &mine, Word &both) {
  mine = both = 0;
  for (int column = 0; column < columns; ++column) {
    const Word whole = (number >> (column * (rows + 1))) & ((Word{2} << rows) - 1);
    const int height = 63 - __builtin_clzll(whole);
    const Word discs = (Word{1} << height) - 1;
    both |= discs << (column * (rows + 1));
    mine |= (whole & discs) << (column * (rows + 1));
  }
}

Word bottom() {
  Word found = 0;
  for (int column = 0; column < columns; ++column) found |= Word{1} << (column * (rows + 1));
  return found;
}

}  // namespace

int main(int count, char **arguments) {
  if (count != 3) return 2;
  columns = std::atoi(arguments[1]), rows = std::atoi(arguments[2]);
  if (columns < 1 || rows < 1 || columns * (rows + 1) > 64) return 2;
  const auto begin = std::chrono::steady_clock::now();
  const Word floor = bottom();
  Set known;
  std::vector<Word> layer{floor}, next;
  known.add(floor);
  while (!layer.empty()) {
    for (const Word number : layer) {
      Word mine, both;
      read(number, mine, both);
      if (four(both ^ mine)) continue;
      for (int column = 0; column < columns; ++column) {
        const int first = column * (rows + 1);
        const Word disc = (both + (Word{1} << first)) & ~both & (((Word{1} << rows) - 1) << first);
        if (!disc) continue;
        const Word theirs = both ^ mine, reached = theirs | ((both | disc) + floor);
        if (known.add(reached)) next.push_back(reached);
      }
    }
    layer.swap(next);
    next.clear();
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::printf("%zu %f\n", known.size, took.count());
  return 0;
}
