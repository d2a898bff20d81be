/**
 * The keyboard: one stop of the tab key for the table and one for the hand, arrows lead to the next thing in their
 * direction. Browsers press buttons by Enter and space themselves.
 */

const DIRECTIONS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
/** So much more it counts how far something lies beside a way than how far it lies ahead. */
const ASIDE = 2.5;

/** Gives a group exactly one stop: where the focus is or was, else at the first thing that can be chosen. */
export function keepOneStop(group) {
  const spots = [...(group?.querySelectorAll("[data-spot]") ?? [])];
  const can = (spot) => spot.dataset.spot === "can";
  const focused = spots.find((spot) => spot === document.activeElement);
  const stop = focused ?? spots.find(can) ?? spots.at(group.matches(".log") ? -1 : 0);
  for (const spot of spots) spot.tabIndex = spot === stop ? 0 : -1;
}

/** Whoever leaves a group comes back to what can be chosen there. */
export function left({ currentTarget, relatedTarget }) {
  if (!currentTarget.contains(relatedTarget)) keepOneStop(currentTarget);
}

/** Moves the focus within a group where an arrow is pressed on something in it. */
export function moveFocus(event) {
  const direction = DIRECTIONS[event.key];
  const here = event.target.closest("[data-spot]");
  if (!direction || !here || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
  const spots = [...event.currentTarget.querySelectorAll("[data-spot]")].filter((spot) => spot !== here);
  const next = nearest(here.getBoundingClientRect(), spots, direction);
  if (!next) return;
  event.preventDefault();
  here.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
  next.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function nearest(from, spots, [x, y]) {
  let [best, least] = [undefined, Infinity];
  for (const spot of spots) {
    const to = spot.getBoundingClientRect();
    const across = to.left + to.width / 2 - from.left - from.width / 2;
    const down = to.top + to.height / 2 - from.top - from.height / 2;
    const ahead = across * x + down * y;
    const aside = Math.abs(across * y) + Math.abs(down * x);
    const cost = ahead + ASIDE * aside;
    if (ahead > 1 && cost < least) [best, least] = [spot, cost];
  }
  return best;
}
