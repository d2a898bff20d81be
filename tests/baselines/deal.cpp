// A deal of thirteen tricks: four players, no trump, the highest card of the led suit wins. A hand is a vector of cards.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

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
int trick(Deal &deal, int leader, Random &random, Tally &tally) {
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
