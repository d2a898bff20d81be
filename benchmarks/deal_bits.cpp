// A deal of thirteen tricks: four players, no trump, the highest card of the led suit wins. A hand is a bitboard with
// sixteen bits a suit, of which thirteen are cards.

#include <algorithm>
#include <cstdint>
#include <utility>

#include "playouts.hpp"

namespace {

constexpr int kPlayers = 4, kTricks = 13, kCards = kPlayers * kTricks;

// The tricks of each player, and those of whoever had most of them.
using Tricks = Tally<kPlayers + 1>;

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
int trick(Deal &deal, int leader, Random &random, Tricks &tally) {
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

void play(Random &random, Tricks &tally) {
  Deal deal(random);
  int leader = static_cast<int>(random.below(kPlayers));
  std::uint64_t tricks[kPlayers] = {0, 0, 0, 0};
  for (int number = 0; number < kTricks; ++number) {
    leader = trick(deal, leader, random, tally);
    ++tricks[leader];
  }
  for (int player = 0; player < kPlayers; ++player) tally.numbers[player] += tricks[player];
  tally.numbers[kPlayers] += *std::max_element(tricks, tricks + kPlayers);
}

}  // namespace

int main(int count, char **arguments) { return program<kPlayers, kPlayers + 1, play>(count, arguments); }
