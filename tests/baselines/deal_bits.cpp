// A deal of thirteen tricks: four players, no trump, the highest card of the led suit wins. A hand is a bitboard with
// sixteen bits a suit, of which thirteen are cards.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace {

constexpr int kPlayers = 4, kTricks = 13, kCards = kPlayers * kTricks;

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
  std::uint64_t tricks[kPlayers] = {0, 0, 0, 0};
  std::uint64_t most = 0;  // the tricks of whoever had most of them, over all deals
};

struct Deal {
  std::uint64_t hands[kPlayers] = {0, 0, 0, 0};

  explicit Deal(Random &random) {
    std::uint8_t deck[kCards];
    for (int card = 0; card < kCards; ++card) deck[card] = static_cast<std::uint8_t>(card / 13 * 16 + card % 13);
    for (int last = kCards - 1; last > 0; --last) std::swap(deck[last], deck[random.below(last + 1)]);
    for (int card = 0; card < kCards; ++card) hands[card / kTricks] |= std::uint64_t{1} << deck[card];
  }

  // Lists the cards that may be played: those of the led suit (-1: none is led), if there are any.
  int moves(int player, int led, std::uint8_t *list) const {
    std::uint64_t legal = hands[player];
    if (led >= 0) {
      const std::uint64_t following = legal & (std::uint64_t{0x1FFF} << (16 * led));
      if (following) legal = following;
    }
    int count = 0;
    for (; legal; legal &= legal - 1) list[count++] = static_cast<std::uint8_t>(__builtin_ctzll(legal));
    return count;
  }

  void play(int player, int card) { hands[player] &= ~(std::uint64_t{1} << card); }
};

// Plays a trick; who wins it.
int trick(Deal &deal, int leader, Random &random, Tally &tally) {
  int led = -1, winner = leader, best = -1;
  std::uint8_t list[kTricks];
  for (int step = 0; step < kPlayers; ++step) {
    const int player = (leader + step) % kPlayers;
    const int count = deal.moves(player, led, list);
    const int card = list[random.below(count)];
    ++tally.decisions;
    deal.play(player, card);
    if (led < 0) led = card / 16;
    if (card / 16 == led && card > best) {
      best = card;
      winner = player;
    }
  }
  return winner;
}

void play(Random &random, Tally &tally) {
  Deal deal(random);
  int leader = static_cast<int>(random.below(kPlayers));
  std::uint64_t tricks[kPlayers] = {0, 0, 0, 0};
  for (int number = 0; number < kTricks; ++number) {
    leader = trick(deal, leader, random, tally);
    ++tricks[leader];
  }
  for (int player = 0; player < kPlayers; ++player) tally.tricks[player] += tricks[player];
  tally.most += *std::max_element(tricks, tricks + kPlayers);
}

}  // namespace

int main(int count, char **arguments) {
  if (count != 4 || std::atoi(arguments[3]) != kPlayers) return 2;
  Random random{std::strtoull(arguments[1], nullptr, 10)};
  const long long games = std::atoll(arguments[2]);
  Tally tally;
  const auto start = std::chrono::steady_clock::now();
  for (long long game = 0; game < games; ++game) play(random, tally);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%llu %.9f", static_cast<unsigned long long>(tally.decisions), seconds.count());
  for (const std::uint64_t tricks : tally.tricks) std::printf(" %llu", static_cast<unsigned long long>(tricks));
  std::printf(" %llu\n", static_cast<unsigned long long>(tally.most));
}
