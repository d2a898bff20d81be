/**
 * The worker in which Python runs. Its name says what it answers: `playing`, the page's questions about a game, or
 * `editing`, the messages of the language server. In and out: one JSON text for each message; {"ready": true} once Python
 * is there, and {"failed": why} where it cannot go on.
 */
import { loadPyodide } from "./pyodide/pyodide.mjs";

const ANSWERS = {
  playing: "from rulewright.web.in_browser import playing as answering",
  editing: "from rulewright.editor.server import answering",
};
/** Nothing can be kept between starts, and only one thread runs: its time is that of the process. */
const ENVIRONMENT = { RULEWRIGHT_NO_CACHE: "1", RULEWRIGHT_NO_STATE: "1" };
const BEGIN = `
import time
time.thread_time = time.process_time
${ANSWERS[self.name]}
answering
`;

/** Loads Python and the program; gives the function that takes each message. */
async function started() {
  const [python, archive] = await Promise.all([
    loadPyodide({ env: ENVIRONMENT }),
    fetch("./rulewright.zip").then((found) => found.arrayBuffer()),
  ]);
  const libraries = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
  python.unpackArchive(archive, "zip", { extractDir: libraries });
  return python.runPython(BEGIN)((told) => self.postMessage(told));
}

const starting = started();
let before = starting.then(
  () => self.postMessage('{"ready": true}'),
  () => {}, // whoever asks is told
);

self.onmessage = ({ data }) => {
  before = before.then(async () => {
    try {
      (await starting)(data);
    } catch (trouble) {
      self.postMessage(JSON.stringify({ failed: String(trouble.message ?? trouble).trim().split("\n").at(-1) }));
    }
  });
};
