/** Rules as a part of a link, and as a file: nothing of them is sent to a server. */

/** No text of rules may be longer; what a link unpacks to is read no further. */
const MAX_TEXT_BYTES = 128 << 10;
const NAME = /[^\p{L}\p{N}_-]+/gu;

/** The part of a link after `#` that says the rules and their name. */
export async function fragmentOf({ name, text }) {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  const code = btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return new URLSearchParams({ name, rules: code }).toString();
}

/** The rules and their name that such a part says; null where it says none. Throws where it is not whole. */
export async function rulesOf(fragment) {
  const said = new URLSearchParams(fragment.replace(/^#/, ""));
  if (!said.has("rules")) return null;
  const letters = atob(said.get("rules").replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > MAX_TEXT_BYTES) throw new Error("The rules in this link are too long.");
    parts.push(part.value);
  }
  return { name: plainName(said.get("name") ?? ""), text: await new Blob(parts).text() };
}

/** A name as files have it, without signs that a name of a file cannot have everywhere. */
export function plainName(text) {
  return text.replace(/\.rules$/, "").replace(NAME, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "my-game";
}

/** Lets the browser save a text as a file. */
export function download(name, text, type = "text/plain") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
