/** HTML out of texts that strangers have written: only elements that structure words stay, without attributes. */

const KEPT = new Set(["P", "BR", "HR", "PRE", "CODE", "EM", "STRONG", "DEL", "UL", "OL", "LI", "H1", "H2", "H3", "H4", "BLOCKQUOTE", "TABLE", "THEAD", "TBODY", "TR", "TH", "TD"]);

/** The same text as HTML that can do nothing: of other elements only their text stays. */
export function harmless(html) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const element of body.querySelectorAll("*")) {
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
    if (!KEPT.has(element.tagName)) element.replaceWith(element.textContent);
  }
  return body.innerHTML;
}
