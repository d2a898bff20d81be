/** The way to the table: messages as JSON over a socket, which is opened again whenever it was lost. */

const VERSION = 1;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

/**
 * A connection to an address: `hear(message)` is called for each message, `state(connected)` whenever it opens or is
 * lost. It says where play stood when it last heard of it. `say(type, fields)` sends a message, and is lost without a
 * connection.
 */
export function connect(address, hear, state) {
  let [socket, wait, had, id] = [null, FIRST_WAIT, null, 0];

  function open() {
    socket = new WebSocket(address);
    socket.onopen = () => {
      wait = FIRST_WAIT;
      say("open", had ? { had } : {});
      state(true);
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.at) had = message.at;
      hear(message);
    };
    socket.onclose = () => {
      state(false);
      setTimeout(open, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    };
  }

  function say(type, fields = {}) {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ v: VERSION, type, id: ++id, ...fields }));
  }

  open();
  return { say };
}
