import { existsSync } from "node:fs";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { expect, test } from "vitest";
import { runCommandLine } from "./command-line.ts";
import { OutputClosedError, writeOutput } from "./files.ts";
import type { Streams } from "./files.ts";
import { openServedDesk } from "./testing/open-desk.ts";
import { runHere } from "./testing/run-here.ts";

async function openFolder() {
  const path = await mkdtemp(join(tmpdir(), "foyer-files-"));
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true }),
  };
}

/** `output` takes nothing and says why. */
function brokenStreams(code: string) {
  let undo: (() => void) | undefined;
  let told = "";
  const streams: Streams = {
    input: Readable.from([]),
    output: new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })),
    }),
    errors: new Writable({
      write(chunk: Buffer, _encoding, done) {
        told += String(chunk);
        done();
      },
    }),
    onInterrupt(given) {
      undo = given;
      return { [Symbol.dispose]: () => (undo = undefined) };
    },
  };
  streams.output.on("error", () => undefined);
  return {
    streams,
    interrupt: () => undo?.(),
    isWaiting: () => undo !== undefined,
    told: () => told,
  };
}

test("an export to a file that is broken off leaves nothing of itself, and the older file", async () => {
  await using folder = await openFolder();
  const { streams, interrupt, isWaiting, told } = brokenStreams("EPIPE");
  const file = join(folder.path, "out.jsonl");
  await writeFile(file, "older");
  const seen: string[][] = [];
  async function* pieces() {
    // The next piece is asked for when this one is in the file.
    yield "x".repeat(1_000_000);
    seen.push(await readdir(folder.path));
    interrupt();
    seen.push(await readdir(folder.path));
    throw new Error("The process ends here.");
  }
  await expect(writeOutput(file, pieces(), streams)).rejects.toThrow("The process ends here.");
  expect(seen).toEqual([
    [expect.stringMatching(/^\.out\.jsonl\.\d+\.part$/), "out.jsonl"],
    ["out.jsonl"],
  ]);
  expect(told()).toBe(`Interrupted: ${file} was not written.\n`);
  expect(await readFile(file, "utf8")).toBe("older");
  expect(isWaiting()).toBe(false);
});

test("what nobody reads any more stops, and what cannot be printed is said", async () => {
  let given = 0;
  function* pieces() {
    for (; given < 5; given += 1) yield "piece";
  }
  const closed = writeOutput(undefined, pieces(), brokenStreams("EPIPE").streams);
  await expect(closed).rejects.toThrow(OutputClosedError);
  expect(given).toBe(0);
  const full = writeOutput("-", pieces(), brokenStreams("ENOSPC").streams);
  await expect(full).rejects.toThrow("This cannot be printed: ENOSPC");
});

test("a command whose reader has left ends quietly", async () => {
  await using desk = await openServedDesk();
  await desk.runWithInput('{"path":"a/b","fields":{}}', "documents", "import", "-");
  for (const command of ["get a/b", "query a", "export"]) {
    const { streams, told } = brokenStreams("EPIPE");
    const shell = {
      env: { FOYER_DATA: desk.dataDir },
      streams,
      openAlone: () => Promise.reject(new Error("No server has this data folder open.")),
    };
    // oxlint-disable-next-line no-await-in-loop
    expect(await runCommandLine(["documents", ...command.split(" ")], shell)).toBe(141);
    expect(told()).toBe("");
  }
});

test("what only reads makes no data folder", async () => {
  await using folder = await openFolder();
  const dataDir = join(folder.path, "data");
  for (const command of [
    "documents get a/b",
    "documents query a",
    "documents export",
    "database get /",
    "database export /",
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await runHere(dataDir, command.split(" "))).toEqual({
      code: 1,
      out: "",
      err: `There is no data in ${dataDir}.\n`,
    });
  }
  expect(existsSync(dataDir)).toBe(false);
});
