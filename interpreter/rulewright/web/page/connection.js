/** The way to the table: messages as JSON over a socket, which is opened again whenever it was lost. */

const VERSION = 1;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
/** Why a socket was closed for good, by the code of the server. */
const TROUBLES = {
  4404: "No table has this link. Ask for it again.",
  4500: "The record of this game cannot be followed any more.",
};

/**
 * A connection to an address, of whoever knows the secret ("": there is none): `hear(message)` is called for each
 * message, `state(connected, trouble)` whenever it opens or is lost, with why it stays so. It says where play stood when
 * it last heard of it. `say(type, fields)` sends a message and returns its number; without a connection it is lost.
 */
export function connect(address, secret, hear, state) {
  let [socket, wait, had, id] = [null, FIRST_WAIT_MS, null, 0];

  function open() {
    socket = new WebSocket(address);
    socket.onopen = () => {
      if (secret) socket.send(secret);
      say("open", had ? { had } : {});
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type !== "refused" && message.at) had = message.at;
      wait = FIRST_WAIT_MS;
      state(true);
      hear(message);
    };
    socket.onclose = ({ code }) => {
      state(false, TROUBLES[code]);
      if (code in TROUBLES) return;
      setTimeout(open, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    };
  }

  function say(type, fields = {}) {
    id += 1;
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ v: VERSION, type, id, ...fields }));
    return id;
  }

  open();
  return { say };
}
