/** For who has lost passphrase and recovery key: nobody can open these journals any more, but they can go. */
import { Button, TextInput } from "@mantine/core";
import { useId, useRef, useState } from "react";
import type { JournalHeader } from "#app/live/journals/journals-list.ts";
import { letGoOf } from "#app/live/journals/left-journals.ts";
import { loaded } from "#app/live/journals/loaded.ts";
import { ConfirmDialog } from "#app/parts/tool-frame/confirm-dialog.tsx";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { longDay, timeIn } from "../dates.ts";
import { changeProblem } from "./private-words.ts";

type Props = { uid: string; locked: readonly JournalHeader[] };

const word = "delete";

export function LostSecrets({ uid, locked }: Props) {
  const [asked, setAsked] = useState<JournalHeader>();
  const field = useRef<HTMLInputElement>(null);
  const id = useId();

  async function remove({ id: journal }: JournalHeader): Promise<void> {
    if (field.current?.value.trim().toLowerCase() !== word) {
      field.current?.focus();
      throw new Error(`Type “${word}” to go on.`);
    }
    try {
      await removeUnopened(uid, journal);
    } catch (error) {
      throw new Error(changeProblem(error), { cause: error });
    }
    tell("The private journal is deleted.");
  }

  return (
    <details className="journal-lost-secrets">
      <summary>Passphrase and recovery key are lost</summary>
      <p>
        Then nobody can read what is in it, and nobody can bring it back. Look once more where you
        keep such things; a browser that still has it open can set a new passphrase by the recovery
        key, or export it. If all of it is lost, the journal can be deleted unread.
      </p>
      <ul>
        {locked.map((header) => (
          <li key={header.id}>
            <span id={`${id}-${header.id}`}>{madeWords(header)}</span>
            <Button
              variant="default"
              color="red"
              size="compact-md"
              aria-describedby={`${id}-${header.id}`}
              onClick={() => setAsked(header)}
            >
              Delete it for good…
            </Button>
          </li>
        ))}
      </ul>
      {asked ? (
        <ConfirmDialog
          title="Delete this private journal for good?"
          text={`${madeWords(asked)}. All that is in it goes at once, at the server and on your devices, with what waits in this browser: entries, photos and revisions. It does not come into the trash, and nobody can bring it back.`}
          confirm="Delete it for good"
          keep="Keep it"
          onConfirm={() => remove(asked)}
          onClose={() => setAsked(undefined)}
        >
          <TextInput
            ref={field}
            label={`Type “${word}”`}
            name="journal-delete-word"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </ConfirmDialog>
      ) : null}
    </details>
  );
}

/** Needs no keys. */
async function removeUnopened(uid: string, journal: string): Promise<void> {
  const { emptyJournal, forgetHere, sayDeleted } = await loaded(
    import("#app/live/journals/delete-journal.ts"),
  );
  await sayDeleted(uid, journal);
  await letGoOf(uid, journal);
  await forgetHere(uid, journal);
  emptyJournal(uid, journal, new AbortController().signal).catch(() => {
    // What is left is deleted by a browser that opens the tool a day later.
  });
}

/** Its name is encrypted, too. */
function madeWords({ lock }: JournalHeader): string {
  const made = madeAt(lock);
  if (made === undefined) return "A private journal";
  // `2026-11-23 15:34`
  const local = made.toLocaleString("sv").slice(0, 16).replace(" ", "T");
  return `A private journal, made on ${longDay(local)} at ${timeIn(local)}`;
}

/** What a lock says before anybody opens it. */
function madeAt(lock: string | null): Date | undefined {
  try {
    const { made } = JSON.parse(lock ?? "{}") as { made?: unknown };
    const day = new Date(typeof made === "string" ? made : Number.NaN);
    return Number.isNaN(day.getTime()) ? undefined : day;
  } catch {
    // A damaged one: that is why it cannot be opened.
    return undefined;
  }
}
