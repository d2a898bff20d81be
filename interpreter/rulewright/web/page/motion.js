/**
 * What moves, moves visibly: before the table is drawn anew it is noted where everything stands, and afterwards copies of
 * what moved fly from there to where it has come to lie.
 */

const DURATION = 420;
const BETWEEN = 70;
/** Of more pieces that move at once the rest appears at once. */
const MAX_FLYING = 24;

/** Where each piece and each zone of the table stands now. */
export function noted(root) {
  const found = new Map();
  for (const element of root?.querySelectorAll("[data-zone-box], [data-zone]") ?? []) {
    const rectangle = element.getBoundingClientRect();
    for (const key of keysOf(element)) found.set(key, rectangle);
  }
  return found;
}

function keysOf({ dataset }) {
  if (dataset.zoneBox) return [`box ${dataset.zoneBox}`];
  return [`${dataset.zone} ${dataset.kind}`];
}

/** Lets what these events say has moved fly to where it lies now. Nothing flies where somebody wants no motion. */
export function fly(root, before, events) {
  if (!root || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const moves = events.filter((event) => event.what === "moved" && event.places?.length === 2).slice(0, MAX_FLYING);
  moves.forEach((event, at) => {
    const [from, to] = event.places;
    const target = elementAt(root, to, event.piece) ?? boxAt(root, to.zone);
    const start =
      before.get(`${from.zone} ${event.piece}`) ?? placeBefore(root, from) ?? before.get(`box ${from.zone}`);
    if (target && start) launch(target, start, at * BETWEEN);
  });
}

/** A place of a board stands where it stood. */
function placeBefore(root, { zone, place }) {
  if (typeof place !== "string") return undefined;
  return boxAt(root, zone)
    ?.querySelector(`[data-place="${CSS.escape(place)}"]`)
    ?.getBoundingClientRect();
}

function elementAt(root, { zone, place }, piece) {
  const here = `[data-zone="${CSS.escape(zone)}"][data-kind="${CSS.escape(piece)}"]`;
  const found = [...root.querySelectorAll(here)];
  if (typeof place === "string")
    return found.find((each) => each.closest(`[data-place="${CSS.escape(place)}"]`)) ?? placeNow(root, zone, place);
  return found.at(-1);
}

function placeNow(root, zone, place) {
  return boxAt(root, zone)?.querySelector(`[data-place="${CSS.escape(place)}"] .piece`) ?? undefined;
}

function boxAt(root, zone) {
  return root.querySelector(`[data-zone-box="${CSS.escape(zone)}"]`) ?? undefined;
}

function launch(target, start, delay) {
  const end = target.getBoundingClientRect();
  const whole = !target.dataset.zoneBox;
  if (!end.width || !start.width) return;
  const ghost = whole ? target.cloneNode(true) : document.createElement("div");
  ghost.className = whole ? `${target.className} ghost` : "ghost ghost--back";
  ghost.removeAttribute("data-spot");
  ghost.setAttribute("aria-hidden", "true");
  ghost.inert = true;
  const [wide, high] = whole ? [end.width, end.height] : [36, 50];
  const goal = whole ? end : { left: end.left + end.width / 2 - wide / 2, top: end.top + end.height / 2 - high / 2 };
  Object.assign(ghost.style, { left: `${goal.left}px`, top: `${goal.top}px`, width: `${wide}px`, height: `${high}px` });
  document.body.append(ghost);
  const x = start.left + start.width / 2 - goal.left - wide / 2;
  const y = start.top + start.height / 2 - goal.top - high / 2;
  const timing = { duration: DURATION, delay, easing: "cubic-bezier(0.3, 0.1, 0.2, 1)", fill: "backwards" };
  if (whole) target.animate([{ opacity: 0 }, { opacity: 0 }], { duration: DURATION + delay });
  const flight = ghost.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], timing);
  flight.finished.then(
    () => ghost.remove(),
    () => ghost.remove(),
  );
}
