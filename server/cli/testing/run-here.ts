/** `npm run foyer -- ARGS` in this process, on a data folder that a server has open. */
import { Readable, Writable } from "node:stream";
import { runCommandLine } from "../command-line.ts";
import type { Ended } from "./run-command.ts";

export async function runHere(
  dataDir: string,
  args: readonly string[],
  { input = "" }: { input?: string | Uint8Array } = {},
): Promise<Ended> {
  const [out, err] = [collect(), collect()];
  const code = await runCommandLine([...args], {
    env: { FOYER_DATA: dataDir },
    streams: {
      input: Readable.from([Buffer.from(input)]),
      output: out.stream,
      errors: err.stream,
      onInterrupt: () => ({ [Symbol.dispose]: () => undefined }),
    },
    openAlone: () => Promise.reject(new Error("No server has this data folder open.")),
  });
  return { code, out: out.text(), err: err.text() };
}

function collect(): { stream: Writable; text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}
