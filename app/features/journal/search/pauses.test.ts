import { expect, test } from "vitest";
import { createPauses } from "./pauses.ts";

/** What came before the pause, as a message to a worker does. */
function comes(heard: string[]) {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener("message", () => {
    port1.close();
    heard.push("message");
  });
  port1.start();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has none
  port2.postMessage(undefined);
}

test("messages are heard between pieces, but not within one", async () => {
  const time = { now: 0 };
  const pauses = createPauses(() => time.now);
  const heard: string[] = [];
  await pauses.next();
  comes(heard);
  time.now += 7;
  await pauses.next();
  heard.push("same piece");
  time.now += 1;
  await pauses.next();
  heard.push("next piece");
  expect(heard).toEqual(["same piece", "message", "next piece"]);
});
