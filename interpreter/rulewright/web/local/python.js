/** A worker with Python in it, as the pages use it. */

/**
 * Starts a worker that answers what its name says (see python-worker.js). `hear` gets each message that it sends;
 * `trouble` a sentence where it cannot go on; `ready` is called once it is loaded, which may take long. Gives the function
 * that sends a message, and one that ends the worker.
 */
export function startPython(name, hear, trouble, ready = () => {}) {
  const worker = new Worker(new URL("python-worker.js", import.meta.url), { type: "module", name });
  worker.onmessage = ({ data }) => {
    const told = JSON.parse(data);
    if (told.ready) ready();
    else if (told.failed === undefined) hear(told);
    else trouble(told.failed);
  };
  worker.onerror = (event) => trouble(event.message || "Python cannot be loaded here.");
  return { send: (message) => worker.postMessage(JSON.stringify(message)), end: () => worker.terminate() };
}

/** Lets the site work without a network from now on, where the browser can do that. */
export function workOffline() {
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("offline.js").catch(() => {});
}
