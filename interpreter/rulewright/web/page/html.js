/** Preact with htm, bound once: `html` makes elements out of templates. */
import htm from "./vendor/htm.mjs";
import { h } from "./vendor/preact.mjs";

export { render } from "./vendor/preact.mjs";
export { useEffect, useLayoutEffect, useRef, useState } from "./vendor/hooks.mjs";
export const html = htm.bind(h);

/** The names of classes that apply, as one text; a pair is a name and whether it applies. */
export function classes(...names) {
  return names
    .map((name) => (Array.isArray(name) ? name[1] && name[0] : name))
    .filter(Boolean)
    .join(" ");
}
