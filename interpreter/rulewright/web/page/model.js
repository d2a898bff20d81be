/** What the page knows: a plain value that each message of the table makes into the next one. */
import { grafted } from "./picks.js";
import { ASKS } from "./side.js";

/** Before anything is told. */
export const NOTHING_TOLD = {
  connected: false,
  trouble: null, // why there is no connection, and will be none
  rules: null,
  scene: null,
  scenes: new Map(), // those of this line of play that were told, by how many decisions were made
  looking: null, // how many decisions had been made where somebody looks back
  wanted: null, // the same, before it is told
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
  rules: (model, message) => ({ ...model, rules: message, answers: {}, notice: null }),
  scene: (model, message) => {
    const same = onSameLine(model, message);
    return { ...model, ...(same ? {} : { looking: null, wanted: null }), scene: whole(message), scenes: kept(model, message) };
  },
  earlier: (model, { scene }) => (onSameLine(model, scene) ? { ...model, scenes: kept(model, scene) } : model),
  happened: (model, { decisions, anew }) => {
    const events = anew ? [] : decisions.flatMap((each) => each.events ?? []);
    const log = anew ? decisions : [...model.log, ...decisions];
    const fresh = decisions.length ? freshly(decisions.at(-1).events ?? []) : model.fresh;
    const notice = model.notice?.passing ? null : model.notice; // a note is told after what it is about
    return { ...model, log, fresh, notice, flying: [...model.flying, ...events] };
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
  note: (model, { text }) => ({ ...model, notice: { refused: false, lines: [{ text }], passing: true } }),
  present: (model, message) => ({ ...model, present: message }),
};

function whole(scene) {
  return { fields: [], zones: [], ...scene };
}

/** Whether a scene belongs to the game that stands, and nothing was taken back between. */
function onSameLine({ scene }, { at }) {
  return scene !== null && scene.at.game === at.game && scene.at.back === at.back;
}

function kept(model, scene) {
  return new Map([...(onSameLine(model, scene) ? model.scenes : []), [scene.at.made, whole(scene)]]);
}

/** The scene that is shown, and the places on which something had changed then. */
export function shown(model) {
  const { looking } = model;
  if (looking === null) return { scene: model.scene, fresh: model.fresh };
  return { scene: model.scenes.get(looking), fresh: freshly(eventsOf(model, looking)) };
}

function eventsOf(model, number) {
  return model.log.find((each) => each.number === number)?.events ?? [];
}

/** What is seen to happen between two scenes next to each other; back in time all goes the other way. */
export function between(model, from, to) {
  if (to === from + 1) return eventsOf(model, to);
  if (to !== from - 1) return [];
  return eventsOf(model, from).toReversed().map((event) => ({ ...event, places: event.places?.toReversed() }));
}

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
