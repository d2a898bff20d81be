/** The tutorial beside the editor: a page of words, and blocks of rules that one puts into the editor. */
import { marked } from "./vendor/codemirror.js";
import { harmless } from "./harmless.js";

/** Shows the lessons in `place`; `put({name, text})` changes the rules in the editor, `take` begins with
    others, `rules()` gives those that are there, `ask` asks Python. */
export async function showLessons(place, { put, take, rules, ask }) {
  const { lessons } = await (await fetch("site.json")).json();
  const list = document.createElement("ol");
  for (const { file, title } of lessons) {
    const button = Object.assign(document.createElement("button"), { className: "button button--bare", textContent: title });
    button.onclick = async () => show(await (await fetch(file)).text());
    const line = document.createElement("li");
    line.append(button);
    list.append(line);
  }
  place.replaceChildren(list);

  function show(page) {
    const back = Object.assign(document.createElement("button"), { className: "button", textContent: "All pages" });
    back.onclick = () => place.replaceChildren(list);
    const parts = marked.lexer(page).map((token) => {
      const part = document.createElement("div");
      part.innerHTML = harmless(marked.parser([token]));
      const step = token.type === "code" && /^rules( step)?$/.exec(token.lang);
      if (step) {
        const button = Object.assign(document.createElement("button"), { className: "button", textContent: step[1] ? "Put these paragraphs into the rules" : "Begin with these rules" });
        button.onclick = async () => {
          const { name, text } = rules();
          if (step[1]) put({ name, ...(await ask("step", { text, step: token.text })) });
          else take({ name, text: `${token.text}\n` });
        };
        part.append(button);
      }
      return part;
    });
    place.replaceChildren(back, ...parts);
    place.scrollTop = 0;
  }
}
