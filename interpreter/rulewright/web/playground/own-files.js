/** Rules that are kept in this browser, each by its name, so that nothing that was typed is ever thrown away. */

const FILE = "rulewright/";
const LAST = "rulewright last";

/** Does something with what the browser keeps; a browser that keeps nothing gives `otherwise`. */
function trying(act, otherwise) {
  try {
    return act() ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** The text that is kept under a name; "" where there is none. */
export const kept = (name) => trying(() => localStorage.getItem(FILE + name), "");

/** The rules that were written last; null where there are none. */
export const lastKept = () => trying(() => ({ name: localStorage.getItem(LAST), text: localStorage.getItem(FILE + localStorage.getItem(LAST)) }), null);

/** The names of all that is kept. */
export const keptNames = () =>
  trying(() => Object.keys(localStorage).filter((key) => key.startsWith(FILE)).map((key) => key.slice(FILE.length)).sort(), []);

/** Keeps rules; of an empty text nothing. Whether that could be done. */
export function keep({ name, text }) {
  return trying(() => {
    if (text.trim()) localStorage.setItem(FILE + name, text);
    else localStorage.removeItem(FILE + name);
    localStorage.setItem(LAST, name);
    return true;
  }, false);
}

/** A name like this one under which nothing else is kept. */
export function freeName(name, text) {
  let [free, number] = [name, 1];
  while (kept(free) && kept(free) !== text) free = `${name}-${++number}`;
  return free;
}
