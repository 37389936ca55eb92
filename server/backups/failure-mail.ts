/** Tells the owner by mail that a back-up or a drill has failed: once, until it has gone well again. */
import type { BackupState, BackupWork } from "#lib/backups.ts";
import type { Log } from "../log.ts";
import type { Mail } from "../mail/mail.ts";
import type { Backups } from "./backups.ts";

const mailKind = "BACKUP_FAILED";
const keptMs = 7 * 86_400_000;

/** @param text why, in sentences for people. Never rejects: what failed is on the page in any case. */
export type TellFailure = (what: BackupWork["what"], text: string) => Promise<void>;

/** Without a mail server nothing is told: the page and Health show it. */
export function createFailureMail(deps: {
  backups: Pick<Backups, "state" | "noteTold">;
  mail: Pick<Mail, "sends" | "send" | "onEnd">;
  /** Of the owner; undefined while there is none. */
  address: () => Promise<string | undefined>;
  /** `scheme://host` that visitors see. */
  origin: () => string;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): TellFailure {
  const { backups, mail, address, origin, log, now } = deps;
  let telling: Promise<void> = Promise.resolve();

  // What was never delivered was not told: the next failure is.
  mail.onEnd(mailKind, async ({ id, outcome }) => {
    if (outcome === "sent") return;
    // It may come back before it is noted.
    await telling;
    await backups.noteTold(id.startsWith("drill") ? "drill" : "backup", false);
  });

  async function tell(what: BackupWork["what"], text: string): Promise<void> {
    if (!mail.sends) return;
    const state = await backups.state();
    if (state.told.includes(what)) return;
    const to = await address();
    if (to === undefined) {
      log.warn("a back-up failed, and there is no address to mail that to");
      return;
    }
    await mail.send({
      id: `${what} failed ${new Date(now()).toISOString()}`,
      kind: mailKind,
      to,
      subject: what === "backup" ? "The nightly back-up failed" : "A back-up could not be restored",
      text: [
        ...linesOf(what, state, text),
        "",
        "See what is wrong:",
        `${origin()}/WebsiteManager?section=backups`,
        "",
        "You are told this once: the next mail about it comes when it fails again after it went well.",
        "",
      ].join("\n"),
      secrets: [],
      expiresAt: now() + keptMs,
    });
    // Afterwards, so that a stop in between loses none.
    await backups.noteTold(what, true);
  }

  async function tryToTell(what: BackupWork["what"], text: string): Promise<void> {
    try {
      await tell(what, text);
    } catch (error) {
      log.error({ err: error }, "a failed back-up could not be told by mail");
    }
  }

  return (what, text) => {
    telling = telling.then(() => tryToTell(what, text));
    return telling;
  };
}

function linesOf(what: BackupWork["what"], { last }: BackupState, text: string): string[] {
  if (what === "drill") {
    return ["A back-up was restored to try it, and that did not go well:", "", text];
  }
  const before =
    last === null ? "There is no other one." : `The last one is of ${last.at.slice(0, 10)}.`;
  return [`Tonight's back-up could not be made. ${before} What went wrong:`, "", text];
}
