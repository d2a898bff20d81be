/** What the page knows: a plain value that each message of the table makes into the next one. */
import { grafted } from "./picks.js";
import { ASKS } from "./side.js";

/** Before anything is told. */
export const NOTHING_TOLD = {
  connected: false,
  trouble: null, // why there is no connection, and will be none
  rules: null,
  scene: null,
  asked: null,
  choices: [], // the tree of picks
  words: [], // those chosen so far
  sent: [], // the tree from which a move was sent to which nobody has answered
  ways: null, // several ways to go on, of which one is to be chosen
  log: [],
  fresh: new Set(), // the places on which something changed last
  flying: [], // what happened and has not been seen to move
  answers: {}, // by the tab in which they stand
  askedId: null, // the number of what was asked last in a tab
  notice: null,
  proposal: null,
  ended: null,
  endShown: false,
  present: null,
  tab: "log",
  open: false,
};

/** What the page knows once a message has come. */
export function told(model, message) {
  return (TELL[message.type] ?? ((same) => same))(model, message);
}

const TELL = {
  rules: (model, message) => ({ ...model, rules: message, answers: {} }),
  scene: (model, message) => ({ ...model, scene: { fields: [], zones: [], ...message } }),
  happened: (model, { decisions, anew }) => {
    const events = anew ? [] : decisions.flatMap((each) => each.events ?? []);
    const log = anew ? decisions : [...model.log, ...decisions];
    const fresh = decisions.length ? freshly(decisions.at(-1).events ?? []) : model.fresh;
    return { ...model, log, fresh, flying: [...model.flying, ...events] };
  },
  asked: (model, message) => {
    const over = model.ended && !message.choices?.length && model.scene?.over;
    const choices = message.choices ?? [];
    const words = choices.length === 1 && !choices[0].ends ? [choices[0].word] : []; // the only action goes without saying
    return {
      ...model,
      asked: message,
      choices,
      words,
      ways: null,
      sent: [],
      proposal: null,
      ended: over ? model.ended : null,
    };
  },
  choices: (model, { begun, choices }) => ({ ...model, choices: grafted(model.choices, begun, choices) }),
  proposal: (model, message) => ({ ...model, proposal: message }),
  ended: (model, message) => ({
    ...model,
    ended: message,
    endShown: true,
    asked: null,
    choices: [],
    words: [],
    proposal: null,
  }),
  refused: (model, { text, rule, why }) => {
    const lines = [{ text }, ...(rule ? [{ text: rule, rule: true }] : [])];
    const again = model.choices.length ? model.choices : model.sent;
    return why === "late" ? model : { ...model, choices: again, notice: { refused: true, lines } };
  },
  answer: (model, message) => {
    if (message.id === model.askedId) return { ...model, answers: { ...model.answers, ask: message } };
    if (Object.values(ASKS).includes(message.question))
      return { ...model, answers: { ...model.answers, [message.question]: message } };
    return { ...model, notice: { refused: message.refused, lines: message.paragraphs ?? [] } };
  },
  note: (model, { text }) => ({ ...model, notice: { refused: false, lines: [{ text }] } }),
  present: (model, message) => ({ ...model, present: message }),
};

/** The places, and the kinds in zones, to which something has come. */
function freshly(events) {
  const found = new Set();
  for (const { piece, places = [], what } of events) {
    const changed = what === "moved" ? places.slice(1) : places;
    for (const { zone, place } of changed) {
      found.add(typeof place === "string" ? `${zone} ${place}` : `${zone} ${piece}`);
    }
  }
  return found;
}
