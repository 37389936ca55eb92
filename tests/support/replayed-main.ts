/**
 * Starts the server as server/main.ts does, but all other sites lie on one TLS server of this machine: `replayedMain()`
 * makes the arguments. One more is the port of the stand-in for Firebase, where that is the backend.
 */
import { createOutgoingFetch } from "../../server/outgoing/outgoing-fetch.ts";
import { dialWith } from "../../server/outgoing/dial-tls.ts";
import { run } from "../../server/run.ts";
import { fetchFromStandIn } from "./firebase-stand-in.ts";

const [port, ca = "", standIn] = process.argv.slice(2);
/** Sites of this machine answer sooner, or not at all: nobody waits the ten seconds that others are given. */
const longestMs = 3000;

const fetch = createOutgoingFetch({
  userAgent: "Foyer/test",
  resolve: async () => [{ address: "93.184.216.34" }],
  dial: (target) =>
    dialWith(target, {
      host: "127.0.0.1",
      port: Number(port),
      ca: Buffer.from(ca, "base64").toString(),
    }),
});

await run(standIn === undefined ? undefined : fetchFromStandIn(Number(standIn)), (url, init) =>
  fetch(url, { ...init, timeoutMs: Math.min(init.timeoutMs, longestMs) }),
);
