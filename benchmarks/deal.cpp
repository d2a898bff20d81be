// A deal of thirteen tricks: four players, no trump, the highest card of the led suit wins. A hand is a vector of cards.

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "playouts.hpp"

namespace {

constexpr int kPlayers = 4, kTricks = 13, kCards = kPlayers * kTricks;

// The tricks of each player, and those of whoever had most of them.
using Tricks = Tally<kPlayers + 1>;

struct Card {
  int suit, rank;
};

struct Deal {
  std::vector<Card> hands[kPlayers];

  explicit Deal(Random &random) {
    std::vector<Card> deck;
    deck.reserve(kCards);
    for (int card = 0; card < kCards; ++card) deck.push_back({card / 13, card % 13});
    for (int last = kCards - 1; last > 0; --last) std::swap(deck[last], deck[random.below(last + 1)]);
    for (int player = 0; player < kPlayers; ++player)
      hands[player].assign(deck.begin() + player * kTricks, deck.begin() + (player + 1) * kTricks);
  }

  // Lists the places of the cards that may be played: those of the led suit (-1: none is led), if there are any.
  void moves(int player, int led, std::vector<int> &list) const {
    const std::vector<Card> &hand = hands[player];
    list.clear();
    for (int place = 0; place < static_cast<int>(hand.size()); ++place)
      if (hand[place].suit == led) list.push_back(place);
    if (list.empty())
      for (int place = 0; place < static_cast<int>(hand.size()); ++place) list.push_back(place);
  }

  Card play(int player, int place) {
    const Card card = hands[player][place];
    hands[player].erase(hands[player].begin() + place);
    return card;
  }
};

// Plays a trick; who wins it.
int trick(Deal &deal, int leader, Random &random, Tricks &tally) {
  int led = -1, winner = leader, best = -1;
  std::vector<int> list;
  for (int step = 0; step < kPlayers; ++step) {
    const int player = (leader + step) % kPlayers;
    deal.moves(player, led, list);
    const Card card = deal.play(player, list[random.below(list.size())]);
    ++tally.decisions;
    if (led < 0) led = card.suit;
    if (card.suit == led && card.rank > best) {
      best = card.rank;
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
