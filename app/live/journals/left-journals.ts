/** What was changed here of journals that were moved or deleted elsewhere before it was sent. */
import { isSealedJournal } from "#lib/journal/journal-id.ts";
import type { Op } from "#lib/records/register.ts";
import { openOutbox } from "../outbox/open-outbox.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { RecordsSave } from "../records/send-records.ts";
import { followJournals } from "./journals-list.ts";
import { journalOfTool, journalTool } from "./journals-tool.ts";
import { unlock } from "./journals.ts";

/** For who decides what becomes of it. @throws LockedError; as openAuth */
export async function waitingOf(
  uid: string,
  journal: string,
): Promise<{ ops: readonly Op[]; letGo: () => Promise<void> }> {
  const outbox = await openOutbox(uid);
  if (isSealedJournal(journal)) await unlock(outbox, journal);
  const entries = entriesOf(outbox, journal);
  return {
    ops: entries.flatMap(({ data }) => (data as RecordsSave).ops),
    letGo: () => forgetAll(outbox, entries),
  };
}

/** What waits of a journal that nobody can open any more is let go, unread. @throws as openAuth */
export async function letGoOf(uid: string, journal: string): Promise<void> {
  const outbox = await openOutbox(uid);
  await forgetAll(outbox, entriesOf(outbox, journal));
}

/**
 * The journals that are gone at the server and of which something waits in this browser: as they change. Of a locked one
 * nothing was sent, nor refused. Returns a function that ends it.
 */
export function followLeft(
  uid: string,
  hear: (journals: readonly string[]) => void,
  failed: (error: unknown) => void,
): () => void {
  const life = new AbortController();
  const { signal } = life;
  let before = "";
  let gone: ReadonlySet<string> = new Set();
  const begin = async () => {
    const outbox = await openOutbox(uid);
    const look = () => {
      const left = outbox.state().entries.flatMap(({ tool, refused }) => {
        const journal = journalOfTool(tool);
        if (journal === undefined) return [];
        return refused?.code === "journal-gone" || gone.has(journal) ? [journal] : [];
      });
      const all = [...new Set(left)];
      if (all.join() !== before) hear(all);
      before = all.join();
    };
    if (signal.aborted) return;
    signal.addEventListener("abort", outbox.subscribe(look));
    const hearHeaders: Parameters<typeof followJournals>[1] = (journals) => {
      gone = new Set(journals.filter(({ goneTo }) => goneTo !== "").map(({ id }) => id));
      look();
    };
    // Who shows the journals says when they cannot be read.
    signal.addEventListener(
      "abort",
      followJournals(uid, hearHeaders, () => undefined),
    );
    look();
  };
  begin().catch((error: unknown) => signal.aborted || failed(error));
  return () => life.abort();
}

function entriesOf(outbox: Outbox, journal: string) {
  const tool = journalTool(journal);
  return outbox.state().entries.filter((entry) => entry.tool === tool);
}

async function forgetAll(outbox: Outbox, entries: readonly { id: string }[]): Promise<void> {
  await Promise.all(entries.map(({ id }) => outbox.forget(id)));
}
