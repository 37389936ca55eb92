/** Private notes on problems, on their way from who types them: kept and sent by the outbox. docs/drafts.md */
import { RefusedError } from "../documents-call.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { OutboxRefusal } from "../outbox/outbox.ts";
import { mergeNotes } from "./merge-notes.ts";
import { notesTool } from "./notes-tool.ts";
import { changeNotes } from "./problem-notes.ts";

/** `from` what was in the field, `to` what is in it now; the entry's key is the problem's id. */
export type NotesSave = { from: string; to: string };

const sending = new WeakSet<Outbox>();

/** Once for all fields, and also where none is open. */
export function sendNotes(outbox: Outbox): void {
  if (sending.has(outbox)) return;
  sending.add(outbox);
  outbox.handle<NotesSave>(
    notesTool,
    async ({ uid, key, data }) => {
      try {
        await changeNotes(uid, key, (notes) => ({ ...notes, text: mergeNotes(notes.text, data) }));
      } catch (error) {
        throw error instanceof RefusedError ? refusalOf(error) : error;
      }
    },
    joinNotes,
  );
}

/** Undefined when they were typed in two tabs. */
export function joinNotes(waiting: NotesSave, added: NotesSave): NotesSave | undefined {
  return waiting.to === added.from ? { from: waiting.from, to: added.to } : undefined;
}

function refusalOf(error: RefusedError): OutboxRefusal {
  const isForbidden = error.status === 403;
  return new OutboxRefusal(
    isForbidden
      ? {
          code: "not-allowed",
          text: "You may not write these notes any more. They are safe in this browser: copy them, or ask an admin.",
          again: "asked",
        }
      : {
          code: "refused",
          text: "The server did not take these notes. They are safe in this browser: make them shorter, or copy them.",
          again: "changed",
        },
    { cause: error },
  );
}
