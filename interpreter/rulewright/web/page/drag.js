/**
 * Pieces are dragged to where they can go, by a mouse, a pen or a finger. It does what two clicks do: the first as the
 * piece is lifted, the second where it is dropped.
 */

/** So many pixels a pointer moves before a piece is lifted: less is a click. */
const LIFT = 7;
const PIECE = ".piece[data-spot=can], .piece[data-spot=chosen]";
/** Whose free room can be chosen by its name. */
const ROOM = ".zone:has(> .zone__name.spot--can), .column:has(> .column__name.spot--can)";

/**
 * From now on pieces below `root` can be dragged. `lift(piece)` chooses one, if it is not chosen, and says whether that
 * leaves something to be chosen; `back()` takes that back.
 */
export function letDrag(root, { lift, back }) {
  let drag = null; // {pointer, piece, x, y, ghost}: from where, and what follows the pointer once it is lifted

  root.addEventListener("pointerdown", (event) => {
    const piece = event.isPrimary && event.button === 0 && event.target.closest(PIECE);
    drag = piece ? { pointer: event.pointerId, piece, x: event.clientX, y: event.clientY, ghost: null } : null;
  });

  addEventListener("pointermove", (event) => {
    if (event.pointerId !== drag?.pointer) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.ghost && Math.hypot(x, y) < LIFT) return;
    if (!drag.ghost && !lift(drag.piece)) return void (drag = null);
    drag.ghost ??= ghostOf(drag.piece);
    drag.ghost.style.translate = `${x}px ${y}px`;
    mark(targetAt(event));
  });

  addEventListener("pointerup", (event) => {
    if (event.pointerId !== drag?.pointer) return;
    const { piece, ghost } = drag;
    end();
    if (!ghost) return;
    noClick();
    const target = targetAt(event) ?? document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-spot]");
    if (target && target !== piece) target.click(); // also where it cannot go: then it is told why
    else back();
  });

  addEventListener("pointercancel", (event) => {
    if (event.pointerId !== drag?.pointer) return;
    const lifted = drag.ghost;
    end();
    if (lifted) back();
  });

  function end() {
    drag.ghost?.remove();
    mark(null);
    drag = null;
  }
}

/** What can be chosen where a pointer is. */
function targetAt({ clientX, clientY }) {
  const here = document.elementFromPoint(clientX, clientY);
  return here?.closest("[data-spot=can]") ?? here?.closest(ROOM)?.querySelector(":scope > .spot--can") ?? undefined;
}

function mark(target) {
  for (const marked of document.querySelectorAll("[data-over]")) delete marked.dataset.over;
  if (target) target.dataset.over = "";
}

function ghostOf(piece) {
  const { left, top, width, height } = piece.getBoundingClientRect();
  const ghost = piece.cloneNode(true);
  ghost.className = `${piece.className} ghost ghost--held`;
  for (const name of ["data-spot", "data-zone", "data-kind"]) ghost.removeAttribute(name);
  ghost.setAttribute("aria-hidden", "true");
  ghost.inert = true;
  Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  document.body.append(ghost);
  return ghost;
}

/** The click that a browser makes of a pointer that went up is none. */
function noClick() {
  const stop = (event) => event.isTrusted && (event.stopPropagation(), event.preventDefault());
  addEventListener("click", stop, { capture: true });
  setTimeout(() => removeEventListener("click", stop, { capture: true }));
}
