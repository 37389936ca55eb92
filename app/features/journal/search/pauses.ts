/** Work in pieces: what came meanwhile is done between them. */

/** No query waits longer for what is done besides; half of a frame. */
const sliceMs = 8;

/** @param clock milliseconds */
export function createPauses(clock: () => number) {
  let begun = -Infinity;
  return {
    /** At once, until a piece was long enough: then once all messages that have come are heard. */
    async next(): Promise<void> {
      if (clock() - begun < sliceMs) return;
      await nextTask();
      begun = clock();
    },
  };
}

/** A timer would wait for four milliseconds. */
function nextTask(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener("message", () => {
    port1.close();
    resolve();
  });
  port1.start();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has none
  port2.postMessage(undefined);
  return promise;
}
