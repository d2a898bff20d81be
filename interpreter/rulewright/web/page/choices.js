/** What you are asked: the words chosen so far, and buttons for whatever cannot be clicked on the table. */
import { classes, html, useState } from "./html.js";
import { spoken } from "./looks.js";
import { ENDS, follow } from "./picks.js";

/** Of more choices than that one types a part of the name. */
const MAX_BUTTONS = 14;

/** The line that says what is to be done now; `act` has what the buttons do. */
export function Asking({ t, model, act }) {
  return html`<section class="ask" aria-label="What is asked">
    ${model.notice && html`<${Notice} notice=${model.notice} close=${act.forget} />`} ${body({ t, model, act })}
  </section>`;
}

function body({ t, model, act }) {
  const { rules, scene, asked, proposal, ended } = model;
  if (!model.connected)
    return html`<p class="ask__text" role="status">${model.trouble ?? "Connecting to the table …"}</p>`;
  if (proposal) return html`<${Proposal} proposal=${proposal} rules=${rules} act=${act} />`;
  if (model.looking !== null) return html`<${LookingBack} model=${model} act=${act} />`;
  if (ended) {
    return html`<div class="ask__row">
      <p class="ask__text">${ended.text.split("\n").filter(Boolean).at(-1)}</p>
      <button class="button" onClick=${act.showEnd}>${ended.scores?.length ? "Scores" : "How it ended"}</button>
      ${rules.you !== null && html`<button class="button button--main again" onClick=${act.again}>Play again</button>`}
    </div>`;
  }
  if (!asked || rules.you === null || !asked.choices?.length) {
    const names = (scene?.deciders ?? []).map((seat) => rules.players[seat].name);
    return html`<p class="ask__text" role="status">
      ${names.length ? `${names.join(", ")} ${names.length > 1 ? "are" : "is"} to move.` : "…"}
    </p>`;
  }
  return html`<${Choosing} t=${t} choices=${model.choices} words=${model.words} ways=${model.ways} act=${act} />`;
}

/** Which earlier table is shown, and the way to the one that stands. */
function LookingBack({ model, act }) {
  const { looking, scene, log } = model;
  const made = looking > 0 && log.find((each) => each.number === looking);
  return html`<div class="ask__row">
    <p class="ask__text" role="status">
      ${looking ? `After decision ${looking} of ${scene.at.made}` : "Before the first decision"}${made && `: ${made.move || made.line}`}
    </p>
    <button class="button button--main" onClick=${() => act.lookAt(scene.at.made)}>Back to now</button>
  </div>`;
}

function Choosing({ t, choices, words, ways, act }) {
  const { next, ends } = follow(choices, words);
  const title = titleOf(t.rules, words);
  const offered = ways ?? next.filter((choice) => !t.onTable(choice)).map((choice) => [...words, choice.word]);
  const shown = next.length - offered.length;
  const pick = next.find((choice) => choice.pick)?.pick;
  const hint = words.length
    ? pick
      ? `Choose: ${spoken(pick)}`
      : title
    : !t.narrow && (shown || t.canStart)
      ? "Your move: choose what is lit, or"
      : "Your move:";
  return html`<div class="ask__row">
      <p class="ask__text" role="status">${ways ? "What do you mean?" : hint}</p>
      ${
        words.length > 0 &&
        html`<ol class="crumbs" aria-label="Chosen so far">
          ${words.map(
            (word, at) =>
              html`<li>
                <button
                  class="crumb"
                  onClick=${() => act.choose(words.slice(0, at))}
                  aria-label=${`Take back ${spoken(word)}`}
                >
                  ${spoken(word)} <i aria-hidden="true">×</i>
                </button>
              </li>`,
          )}
        </ol>`
      }
      <${Buttons}
        key=${words.join(" ")}
        offered=${offered}
        words=${ways ? [] : words}
        rules=${t.rules}
        choose=${act.choose}
      />
      ${ends && html`<button class="button button--main" onClick=${() => act.play(words)}>Done</button>`}
      ${words.length > 0 && html`<button class="button button--bare" onClick=${act.back}>Back</button>`}
    </div>
    ${title && words.length > 0 && html`<p class="ask__about">${title}</p>`}`;
}

/** Buttons for words that may come next; of many those in which a typed text stands, of numbers a field. */
function Buttons({ offered, words, rules, choose }) {
  const [typed, setTyped] = useState("");
  const numbers = offered.map((way) => way.at(-1)).filter(Number.isInteger);
  if (numbers.length === offered.length && numbers.length > MAX_BUTTONS)
    return html`<${NumberField} numbers=${numbers} choose=${(number) => choose([...words, number])} />`;
  const fits = offered.filter((way) => spoken(way.at(-1)).toLowerCase().includes(typed.toLowerCase()));
  return html`${
      offered.length > MAX_BUTTONS &&
      html`<label class="ask__find"
        ><span class="unseen">Part of a name</span>
        <input
          type="search"
          placeholder=${`find among ${offered.length}`}
          value=${typed}
          onInput=${(event) => setTyped(event.target.value)}
      /></label>`
    }
    <span class="ask__buttons"
      >${fits.slice(0, MAX_BUTTONS).map((way) => html`<${WayButton} key=${way.join(" ")} way=${way} begun=${words.length} rules=${rules} choose=${choose} />`)}
      ${fits.length > MAX_BUTTONS && html`<span class="soft">and ${fits.length - MAX_BUTTONS} more</span>`}</span
    >`;
}

function WayButton({ way, begun, rules, choose }) {
  const rest = way.slice(begun);
  const title = begun ? "" : titleOf(rules, way);
  const text = rest.at(-1) === ENDS ? "Done" : rest.map(spoken).join(" ");
  return html`<button
    class=${classes("button", ["button--main", rest.at(-1) === ENDS])}
    title=${title || undefined}
    onClick=${() => choose(way)}
  >
    ${text}
  </button>`;
}

function NumberField({ numbers, choose }) {
  const [number, setNumber] = useState(numbers[0]);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const step = (by) => setNumber(Math.max(low, Math.min(high, number + by)));
  return html`<form
    class="stepper"
    onSubmit=${(event) => (event.preventDefault(), numbers.includes(number) && choose(number))}
  >
    <button type="button" class="button" onClick=${() => step(-1)} aria-label="One less">−</button>
    <label
      ><span class="unseen">Number from ${low} to ${high}</span>
      <input
        type="number"
        min=${low}
        max=${high}
        value=${number}
        onInput=${(event) => setNumber(event.target.valueAsNumber)}
    /></label>
    <button type="button" class="button" onClick=${() => step(1)} aria-label="One more">+</button>
    <button class="button button--main">Choose</button>
  </form>`;
}

function Proposal({ proposal, rules, act }) {
  const asked = proposal.asked === rules.you;
  return html`<div class="ask__row">
    <p class="ask__text" role="status">${proposal.text}</p>
    ${
      asked
        ? html`<button class="button button--main" onClick=${act.agree}>Agree</button
            ><button class="button" onClick=${act.decline}>Decline</button>`
        : html`<span class="soft">${rules.players[proposal.asked].name} is asked.</span>${proposal.by === rules.you && html`<button class="button" onClick=${act.decline}>Withdraw</button>`}`
    }
  </div>`;
}

/** A short answer, or why something was refused, with the sentence of the rules. */
function Notice({ notice, close }) {
  return html`<div
    class=${classes("notice", ["notice--bad", notice.refused])}
    role=${notice.refused ? "alert" : "status"}
  >
    <div>${notice.lines.map((line) => html`<p class=${classes(["notice__rule", line.rule])}>${line.text}</p>`)}</div>
    <button class="button button--bare" onClick=${close} aria-label="Close">×</button>
  </div>`;
}

/** What the rules say of an action, or of the member of a family that is chosen. */
function titleOf(rules, words) {
  const [action, member] = words;
  const found = (name) =>
    rules.actions?.find((each) => each.name === action && (each.member ?? "") === name)?.title ?? "";
  return (words.length > 1 && found(member)) || found("");
}
