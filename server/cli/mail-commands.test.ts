import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { recordingLog } from "../../tests/support/log.ts";
import { openMail } from "../mail/mail.ts";
import { mailCommands } from "./mail-commands.ts";
import { UsageError } from "./usage-error.ts";

const code = "the-code-of-the-mail";

test("who has the machine sees what waits, and a mail whole only when asked for it", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-mail-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  expect(await run(dataDir, "mail list")).toEqual({ exitCode: 0, printed: "No mail waits.\n" });
  const mail = await openMail({
    dataDir,
    smtp: undefined,
    siteName: async () => "Ada Example",
    origin: () => "https://ada.example",
    now: () => Date.UTC(2026, 10, 22, 13, 3),
    log: recordingLog().log,
  });
  await mail.authMailer.send({
    id: "one",
    kind: "PASSWORD_RESET",
    to: "grace@example.com",
    link: `https://ada.example/forgot-password?mode=resetPassword&oobCode=${code}&apiKey=k`,
    expiresAt: Date.UTC(2026, 10, 22, 14, 3),
    displayName: null,
    newEmail: null,
  });

  const listed = await run(dataDir, "mail list");
  expect(listed.exitCode).toBe(0);
  expect(listed.printed).toContain("to grace@example.com  of 2026-11-22T13:03:00.000Z");
  expect(listed.printed).toContain("Set a new password for Ada Example");
  expect(listed.printed).toContain("&oobCode=••••••&apiKey=k");
  expect(listed.printed).not.toContain(code);

  const id = listed.printed.slice(0, 16);
  expect((await run(dataDir, "mail show", id.slice(0, 6))).printed).toContain(`=${code}&`);
  expect(await run(dataDir, "mail show", "zzz")).toEqual({
    exitCode: 1,
    printed: "No mail in the outbox has an ID that starts with zzz.\n",
  });
  await expect(run(dataDir, "mail show")).rejects.toThrow(UsageError);
  await expect(run(dataDir, "mail list", "all")).rejects.toThrow(UsageError);
});

async function run(dataDir: string, name: string, ...args: string[]) {
  let printed = "";
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      printed += chunk.toString();
      done();
    },
  });
  const command = mailCommands.find((candidate) => candidate.name === name)!;
  const exitCode = await command.run(args, dataDir, {
    input: (async function* () {})(),
    output: stream,
    errors: stream,
    onInterrupt: () => ({ [Symbol.dispose]() {} }),
  });
  return { exitCode, printed };
}
