// What the engines of this folder share: chance, and the program that plays so many games and tells of them.

#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

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

// The tally of `count` numbers besides the decisions; what each of them means says the engine.
template <int count>
struct Tally {
  std::uint64_t decisions = 0;
  std::uint64_t numbers[count] = {};
};

// The program: called with SEED GAMES PLAYERS, it prints the decisions, the seconds, and the other numbers.
template <int players, int numbers, void (*play)(Random &, Tally<numbers> &)>
int program(int count, char **arguments) {
  if (count != 4 || std::atoi(arguments[3]) != players) return 2;
  Random random{std::strtoull(arguments[1], nullptr, 10)};
  const long long games = std::atoll(arguments[2]);
  Tally<numbers> tally;
  const auto start = std::chrono::steady_clock::now();
  for (long long game = 0; game < games; ++game) play(random, tally);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%llu %.9f", static_cast<unsigned long long>(tally.decisions), seconds.count());
  for (const std::uint64_t number : tally.numbers) std::printf(" %llu", static_cast<unsigned long long>(number));
  std::printf("\n");
  return 0;
}

// A game of two who put something down in turn until one of them has completed a line, or nothing is left to do. A board
// lists its `moves` (at most `most`) and makes one: whether that completes a line. Counted are won games and drawn ones.
template <typename Board, int most>
void play_race(Random &random, Tally<3> &tally) {
  Board board;
  int list[most];
  for (int player = 0;; player ^= 1) {
    const int count = board.moves(list);
    if (count == 0) {
      ++tally.numbers[2];
      return;
    }
    ++tally.decisions;
    if (board.put(player, list[random.below(count)])) {
      ++tally.numbers[player];
      return;
    }
  }
}
