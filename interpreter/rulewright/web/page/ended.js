/** The end of a game: who won, what the scores are made up of, and what ended it. */
import { classes, html, useEffect, useRef } from "./html.js";
import { Remarks } from "./side.js";

/** A dialog over the table, which `act.hideEnd` closes. */
export function Ended({ t, ended, act }) {
  const dialog = useRef();
  useEffect(() => dialog.current?.showModal(), []);
  const { rules } = t;
  const secret = location.hash.slice(1);
  const winners = (ended.winners ?? []).map((seat) => rules.players[seat].name);
  const order = rules.players.map((_, seat) => seat);
  const scores = ended.scores ?? [];
  if (scores.length) order.sort((one, other) => scores[other] - scores[one]);
  return html`<dialog class="end" ref=${dialog} aria-labelledby="end-title" onClose=${act.hideEnd}>
    <h2 id="end-title">
      ${winners.length ? `${winners.join(", ")} ${winners.length > 1 ? "win" : "wins"}` : ended.text.split("\n").filter(Boolean).at(-1)}
    </h2>
    ${
      scores.length > 0 &&
      html`<ol class="end__scores">
        ${order.map(
          (seat) =>
            html`<li
              style=${{ "--seat": t.looks.seat(seat) }}
              class=${classes(["end__winner", ended.winners?.includes(seat)])}
            >
              <span>${rules.players[seat].name}</span><b>${scores[seat]}</b>
            </li>`,
        )}
      </ol>`
    }
    ${ended.rule && html`<p class="end__rule">${ended.rule}</p>`}
    ${ended.last && html`<p class="soft">${ended.last}</p>`}
    ${
      ended.parts?.length > 0 &&
      html`<details open>
        <summary>How the scores come about</summary>
        <${Remarks} remarks=${ended.parts} />
      </details>`
    }
    <div class="end__buttons">
      ${rules.you !== null && html`<button autofocus class="button button--main" onClick=${act.again}>Play again</button>`}
      <button class="button" onClick=${act.review}>Moments</button>
      ${secret && html`<form method="post" action="/record"><input type="hidden" name="secret" value=${secret} /><button class="button">Record</button></form>`}
      <button class="button" onClick=${() => dialog.current.close()}>Look at the table</button>
    </div>
  </dialog>`;
}
