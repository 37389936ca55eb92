/** What a browser keeps of an account, before it signs out and after it has signed in. */
import type { Unsent } from "#app/live/unsent.ts";
import { logFailure } from "./log-failure.ts";
import { forgetSaid, keepSaid, saidOf } from "./said-unsent.ts";
import { changeSession, currentSession } from "./session.ts";
import { askAboutUnsent } from "./unsent-question.tsx";
import { countOf, unsentWords } from "./unsent-words.ts";

/** Nobody who wants to go waits longer for what can be saved. */
const patienceMs = 4000;
/** What app/live keeps of an account is in databases that are named so. */
const ours = /^foyer-/;

/**
 * Sends what is not saved, asks about what could not be, and then leaves nothing of the account in this browser.
 * @param asks false for a session that has ended: then what is not saved stays for when the same account comes back
 * @returns false when somebody rather stays
 */
export async function leaveNothing(uid: string, { asks }: { asks: boolean }): Promise<boolean> {
  try {
    if (!(await keepsSomething())) return true;
    const live = await import("#app/live/unsent.ts");
    let unsent = await live.unsentOf(uid);
    if (unsent.changes > 0 && asks) {
      const problem = await problemOf(live.sendUnsent(uid));
      unsent = await live.unsentOf(uid);
      if (countOf(unsent) > 0) {
        const save = async () => {
          await live.sendUnsent(uid);
          return live.unsentOf(uid);
        };
        if (!(await askAboutUnsent({ unsent, problem, save }))) return false;
      }
    } else if (countOf(unsent) > 0 && asks) {
      const save = () => live.unsentOf(uid);
      if (!(await askAboutUnsent({ unsent, problem: "", save }))) return false;
    } else if (countOf(unsent) > 0) return true;
    await live.forgetAccount(uid);
    forgetSaid(uid);
  } catch (error) {
    // Who wants to go, goes.
    logFailure("What this browser keeps of the account could not be looked at", error);
  }
  return true;
}

/** After signing in, and at each visit: what an earlier one left is sent, and said. */
export async function sendWhatWasKept(uid: string, life: AbortSignal): Promise<void> {
  const isOver = () => life.aborted;
  try {
    if (!(await keepsSomething())) return;
    const live = await import("#app/live/unsent.ts");
    if (isOver()) return;
    const visit = { isVisit: true };
    const unsent = await live.unsentOf(uid, visit);
    if (unsent.changes === 0 || isOver()) return;
    const problem = await problemOf(live.sendUnsent(uid, visit));
    if (isOver()) return;
    const said = noticeOf(unsent, problem);
    if (problem === "" || saidOf(uid) !== said) changeSession({ notice: said });
    if (problem === "") return;
    keepSaid(uid, said);
    const isSent = await live.untilSent(uid, life);
    forgetSaid(uid);
    if (currentSession().notice !== said || isOver()) return;
    changeSession({ notice: isSent ? noticeOf(unsent, "") : undefined });
  } catch (error) {
    logFailure("What this browser keeps of the account could not be looked at", error);
  }
}

/** Whether to look at all: most visits leave nothing, and need to load nothing for it. */
async function keepsSomething(): Promise<boolean> {
  if (!("indexedDB" in globalThis)) return false;
  const all = await indexedDB.databases();
  return all.some(({ name }) => ours.test(name ?? ""));
}

function noticeOf({ changes }: Unsent, problem: string): string {
  if (problem !== "") return `${unsentWords({ changes, files: 0, replies: 0 })}. ${problem}`;
  const what = changes === 1 ? "1 change that was" : `${changes} changes that were`;
  return `${what} kept in this browser ${changes === 1 ? "is" : "are"} saved now.`;
}

/** Empty: all of it was sent. */
async function problemOf(sending: Promise<void>): Promise<string> {
  const late = Promise.withResolvers<string>();
  const slow = "The server takes long to answer. What is not saved is safe in this browser.";
  const timer = setTimeout(() => late.resolve(slow), patienceMs);
  const done = sending.then(
    () => "",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  try {
    return await Promise.race([done, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
