/**
 * Starts the server as server/main.ts does, but all other sites lie on one TLS server of this machine: `replayedMain()`
 * makes the arguments.
 */
import { createOutgoingFetch } from "../../server/outgoing/outgoing-fetch.ts";
import { dialWith } from "../../server/outgoing/dial-tls.ts";
import { run } from "../../server/run.ts";

const [port, ca = ""] = process.argv.slice(2);

await run(
  undefined,
  createOutgoingFetch({
    userAgent: "Foyer/test",
    resolve: async () => [{ address: "93.184.216.34" }],
    dial: (target) =>
      dialWith(target, {
        host: "127.0.0.1",
        port: Number(port),
        ca: Buffer.from(ca, "base64").toString(),
      }),
  }),
);
