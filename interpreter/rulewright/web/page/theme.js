/** Light or dark: as the system is, or as was chosen here before. */

const KEY = "theme";

/** Shows the theme that was chosen, if one was. */
export function setTheme() {
  const chosen = stored();
  if (chosen) document.documentElement.dataset.theme = chosen;
}

/** Turns light to dark and dark to light. */
export function nextTheme() {
  const dark = (stored() ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  try {
    localStorage.setItem(KEY, dark ? "light" : "dark");
  } catch {
    // a browser that keeps nothing shows it until the page is left
  }
  document.documentElement.dataset.theme = dark ? "light" : "dark";
}

function stored() {
  try {
    return localStorage.getItem(KEY) ?? document.documentElement.dataset.theme;
  } catch {
    return document.documentElement.dataset.theme;
  }
}
