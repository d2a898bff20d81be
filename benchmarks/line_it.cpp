// Line-it with its default options for two players. Cards are numbers: 0 to 99 are themselves less one, 100 to 105 the
// challenge cards. What a row still takes is kept as two numbers, and of jackpots and scores only how many cards there are.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "playouts.hpp"

namespace {

constexpr int kPlayers = 2, kShown = kPlayers + 2, kCards = 106, kNumbers = 100, kRoom = 2, kLowest = -50;

enum Kind { kRow, kHand, kNewRow, kPlayHand, kCashIn, kEndTurn };

struct Move {
  Kind kind;
  int place;
};

// Games won by each player alone, and the sum of all scores, each from kLowest on (all challenges together cost 24).
using Scores = Tally<kPlayers + 1>;

struct Player {
  std::vector<int> hand;
  int score = 0;
  int size, last, low, high, bet, bet_at;
  int colors[4];

  Player() {
    hand.reserve(kRoom);
    clear();
  }

  void clear() {
    size = 0;
    last = low = bet = -1;
    high = kNumbers;
    std::fill(colors, colors + 4, 0);
  }

  bool fits(int card) const { return card >= kNumbers ? bet < 0 : low < card && card < high; }

  void cash() {
    int cards = size;
    if (bet >= 0) {
      score += size - 1 - bet_at == bet ? bet : -bet;
      --cards;
    }
    score += std::max(0, cards - 3);
    clear();
  }
};

struct Game {
  Player players[kPlayers];
  int deck[kCards], left = kCards;
  std::vector<int> display;
  int jackpots[4] = {0, 0, 0, 0};

  explicit Game(Random &random) {
    for (int card = 0; card < kCards; ++card) deck[card] = card;
    for (int last = kCards - 1; last > 0; --last) std::swap(deck[last], deck[random.below(last + 1)]);
    display.reserve(kShown);
  }

  // Challenge cards of one value are one card for who chooses.
  static bool alike(int one, int other) {
    return one == other || (one >= kNumbers && other >= kNumbers && one / 2 == other / 2);
  }

  static bool seen(const std::vector<int> &cards, int place) {
    if (cards[place] < kNumbers) return false;
    for (int before = 0; before < place; ++before)
      if (alike(cards[before], cards[place])) return true;
    return false;
  }

  void moves(const Player &player, bool taken, bool played, std::vector<Move> &list) const {
    list.clear();
    if (taken) {
      list.push_back({kEndTurn, 0});
    } else {
      const bool room = player.hand.size() < kRoom;
      for (int place = 0; place < static_cast<int>(display.size()); ++place) {
        if (seen(display, place)) continue;
        if (player.fits(display[place])) {
          list.push_back({kRow, place});
          if (room) list.push_back({kHand, place});
        } else {
          list.push_back({room ? kHand : kNewRow, place});
        }
      }
    }
    if (!played) from_hand(player, list);
    if (player.size > 0) list.push_back({kCashIn, 0});
  }

  void from_hand(const Player &player, std::vector<Move> &list) const {
    for (int place = 0; place < static_cast<int>(player.hand.size()); ++place)
      if (!seen(player.hand, place) && player.fits(player.hand[place])) list.push_back({kPlayHand, place});
  }

  void extend(Player &player, int card) {
    ++player.size;
    if (card >= kNumbers) {
      player.bet = 3 + (card - kNumbers) / 2;
      player.bet_at = player.size - 1;
      return;
    }
    if (player.last >= 0) (card > player.last ? player.low : player.high) = card;
    player.last = card;
    if (++player.colors[card % 4] == 3) {
      player.score += jackpots[card % 4];
      jackpots[card % 4] = 0;
    }
  }

  void put_away(int card) {
    if (card < kNumbers) ++jackpots[card % 4];
  }

  void turn(Player &player, Random &random, Scores &tally, std::vector<Move> &list) {
    bool taken = false, played = false;
    for (;;) {
      moves(player, taken, played, list);
      const Move move = list[random.below(list.size())];
      ++tally.decisions;
      if (move.kind == kEndTurn) return;
      if (move.kind == kCashIn) {
        player.cash();
      } else if (move.kind == kPlayHand) {
        played = true;
        play_hand(player, move.place);
      } else {
        taken = true;
        const int card = display[move.place];
        display.erase(display.begin() + move.place);
        if (move.kind == kHand) {
          player.hand.push_back(card);
        } else {
          if (move.kind == kNewRow) player.cash();
          extend(player, card);
        }
      }
    }
  }

  void play_hand(Player &player, int place) {
    const int card = player.hand[place];
    player.hand.erase(player.hand.begin() + place);
    extend(player, card);
  }
};

void play(Random &random, Scores &tally) {
  Game game(random);
  std::vector<Move> list;
  int starter = 0;
  while (game.left >= kShown) {
    game.display.clear();
    for (int card = 0; card < kShown; ++card) game.display.push_back(game.deck[--game.left]);
    for (int step = 0; step < kPlayers; ++step) game.turn(game.players[(starter + step) % kPlayers], random, tally, list);
    for (const int card : game.display) game.put_away(card);
    starter = (starter + 1) % kPlayers;
  }
  while (game.left > 0) game.put_away(game.deck[--game.left]);
  for (int step = 0; step < kPlayers; ++step) {
    Player &player = game.players[(starter + step) % kPlayers];
    list.clear();
    game.from_hand(player, list);
    if (!list.empty()) {
      ++tally.decisions;
      game.play_hand(player, list[random.below(list.size())].place);
    }
  }
  for (Player &player : game.players) player.cash();
  for (int player = 0; player < kPlayers; ++player)
    tally.numbers[player] += game.players[player].score > game.players[1 - player].score;
  for (const Player &player : game.players) tally.numbers[kPlayers] += player.score - kLowest;
}

}  // namespace

int main(int count, char **arguments) { return program<kPlayers, kPlayers + 1, play>(count, arguments); }
