/** What stands beside the table: the log, all moves in words, scores, odds and the rulebook. */
import { classes, html, useEffect, useRef, useState } from "./html.js";
import { moveFocus } from "./keys.js";
import { spoken } from "./looks.js";
import { movesOf } from "./picks.js";

/** So many moves are listed. */
const MAX_LISTED_MOVES = 300;
const TABS = { log: "Log", moves: "Moves", score: "Score", ask: "Ask", rules: "Rules" };
/** The tabs that ask the table something as they are opened, and what. */
export const ASKS = { score: "score", rules: "rules" };
/** What can be asked about a name. */
const QUESTIONS = {
  odds: "How likely is it to come?",
  last: "What lay there before?",
  why: "Why is this no move?",
};

/** `model.tab` is the tab that is open. */
export function Side({ t, model, act }) {
  return html`<aside class=${classes("side", ["side--open", model.open])} aria-label="Beside the table">
    <div class="tabs" role="tablist" onKeyDown=${(event) => turn(event, model, act)}>
      ${Object.entries(TABS).map(
        ([name, title]) =>
          html`<button
            key=${name}
            id=${`tab-${name}`}
            role="tab"
            class="tab"
            aria-selected=${String(name === model.tab)}
            aria-controls="tab-panel"
            tabindex=${name === model.tab ? 0 : -1}
            onClick=${() => act.tab(name)}
          >
            ${title}
          </button>`,
      )}
      <button class="button button--bare only-narrow" onClick=${act.closeSide} aria-label="Close">×</button>
    </div>
    <div class="side__body" id="tab-panel" role="tabpanel" aria-labelledby=${`tab-${model.tab}`} tabindex="0">
      ${panel(t, model, act)}
    </div>
  </aside>`;
}

function turn(event, model, act) {
  const names = Object.keys(TABS);
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const name = names[(names.indexOf(model.tab) + step + names.length) % names.length];
  act.tab(name);
  document.getElementById(`tab-${name}`).focus();
}

function panel(t, model, act) {
  if (model.tab === "log") return html`<${Log} t=${t} model=${model} act=${act} />`;
  if (model.tab === "moves") return html`<${Moves} model=${model} act=${act} />`;
  if (model.tab === "ask") return html`<${Ask} answer=${model.answers.ask} act=${act} />`;
  return html`<${Answer} answer=${model.answers[ASKS[model.tab]]} />`;
}

function Answer({ answer }) {
  if (!answer) return html`<p class="soft">…</p>`;
  return answer.book ? html`<${Book} book=${answer.book} />` : html`<${Remarks} remarks=${answer.paragraphs ?? []} />`;
}

/** A question about a name: of a piece, a zone, a value, or a whole move. */
function Ask({ answer, act }) {
  const [name, setName] = useState("");
  return html`<form class="questions" onSubmit=${(event) => (event.preventDefault(), act.question("look", name))}>
      <label class="ask__find"
        ><span>The name of anything here</span
        ><input type="text" value=${name} onInput=${(event) => setName(event.target.value)}
      /></label>
      <button class="button">What is it?</button>
      ${Object.entries(QUESTIONS).map(
        ([question, text]) =>
          html`<button key=${question} type="button" class="button" onClick=${() => act.question(question, name)}>
            ${text}
          </button>`,
      )}
      <button type="button" class="button" onClick=${() => act.question("history", "all")}>What has happened?</button>
    </form>
    ${answer && html`<${Answer} answer=${answer} />`}`;
}

function Log({ t, model, act }) {
  const you = t.rules.you;
  const end = useRef();
  useEffect(() => end.current?.closest(".side__body").scrollTo(0, end.current.scrollHeight), [model.log, model.open]);
  return html`<div role="log" aria-live="polite" aria-label="What happened">
    <ol class="log" ref=${end} onKeyDown=${moveFocus}>
      ${model.log
        .filter((each) => each.line)
        .map(
          (each) =>
            html`<li
              key=${each.number}
              class=${classes("log__line", ["log__line--own", each.seat === you && you !== null])}
              style=${each.seat !== undefined && each.seat !== null && { "--seat": t.looks.seat(each.seat) }}
            >
              <button
                class="log__look"
                data-spot="idle"
                aria-current=${(model.looking ?? model.scene.at.made) === each.number ? "true" : undefined}
                onClick=${() => (act.closeSide(), act.lookAt(each.number))}
                title="See the table after this"
              >
                ${each.move || each.line}</button
              >${each.move && each.came?.map((text) => html`<small>${text}</small>`)}
              ${
                you !== null &&
                each.number > 0 &&
                html`<button
                  class="log__back"
                  data-spot="idle"
                  onClick=${() => act.goTo(each.number - 1)}
                  aria-label=${`Go back before: ${each.move}`}
                  title="Go back before this"
                >
                  ↶
                </button>`
              }
            </li>`,
        )}
    </ol>
  </div>`;
}

function Moves({ model, act }) {
  const [typed, setTyped] = useState("");
  const moves = movesOf(model.choices, MAX_LISTED_MOVES).filter((each) =>
    each.words.map(spoken).join(" ").includes(typed.toLowerCase()),
  );
  if (!model.choices.length) return html`<p class="soft">You have nothing to choose now.</p>`;
  return html`<label class="ask__find"
      ><span class="unseen">Part of a move</span
      ><input
        type="search"
        placeholder="part of a move"
        value=${typed}
        onInput=${(event) => setTyped(event.target.value)}
    /></label>
    <ul class="moves" onKeyDown=${moveFocus}>
      ${moves.map(
        ({ words, more }) =>
          html`<li key=${words.join(" ")}>
            <button class="button button--bare" data-spot="idle" onClick=${() => act.choose(words)}>
              ${words.map(spoken).join(" ")}${more > 0 && ` … (${more})`}
            </button>
          </li>`,
      )}
    </ul>`;
}

/** Paragraphs of an answer. */
export function Remarks({ remarks }) {
  return html`<div class="remarks">
    ${remarks.map((each) => html`<p class=${classes(["remark--rule", each.rule], each.style && `remark--${each.style}`)} style=${{ "--depth": each.depth ?? 0 }}>${each.text}</p>`)}
  </div>`;
}

function Book({ book }) {
  return html`<div class="book">
    <h2>${book.title}</h2>
    <p class="soft">${book.subtitle}</p>
    ${book.chapters.map((each) => html`<${Section} section=${each} depth=${3} />`)}
  </div>`;
}

function Section({ section, depth }) {
  const heading =
    { 3: html`<h3>${section.heading}</h3>`, 4: html`<h4>${section.heading}</h4>` }[depth] ??
    html`<h5>${section.heading}</h5>`;
  return html`<section>
    ${section.heading && heading}${(section.blocks ?? []).map((each) => html`<${Block} block=${each} />`)}
    ${(section.parts ?? []).map((each) => html`<${Section} section=${each} depth=${depth + 1} />`)}
  </section>`;
}

function Block({ block }) {
  if (block.rows) {
    return html`<div class="book__table">
      <table>
        <thead>
          <tr>
            ${block.head.map((each) => html`<th>${each}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${block.rows.map(
            (row) =>
              html`<tr>
                ${row.map((each) => html`<td>${each}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }
  return block.items ? html`<${Points} items=${block.items} steps=${block.steps} />` : html`<p>${block.text}</p>`;
}

function Points({ items, steps }) {
  const inner = items.map(
    (each) =>
      html`<li>
        ${each.text}${each.drawn?.length > 0 && html`<pre>${each.drawn.join("\n")}</pre>`}
        ${each.items?.length > 0 && html`<${Points} items=${each.items} steps=${each.steps !== false} />`}
      </li>`,
  );
  return steps
    ? html`<ol>
        ${inner}
      </ol>`
    : html`<ul>
        ${inner}
      </ul>`;
}
