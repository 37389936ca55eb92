/** What an entry was before: by day, compared with what it is now or with another one, and the way back. */
import { Button } from "@mantine/core";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { Changes } from "#app/parts/versions/changes.tsx";
import { stampWords } from "../stamp-words.ts";
import { useJournal, useText } from "../store/journal-context.ts";
import type { JournalEntry } from "../store/journal-store.ts";
import { wordsOf } from "./keep-text.ts";
import { type HeldRevision, useHeldRevision } from "./use-held-revision.ts";

type Props = { entry: JournalEntry; onClose: () => void };

export function Revisions({ entry, onClose }: Props) {
  const { acts } = useJournal();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { revs, key, title } = entry;
  const text = useText(key)?.doc ?? "";
  const [chosen, setChosen] = useState(revs[0] ?? 0);
  const [against, setAgainst] = useState(0);
  const stamp = revs.includes(chosen) ? chosen : (revs[0] ?? 0);
  const shown = useHeldRevision(entry, stamp);
  const other = useHeldRevision(entry, revs.includes(against) ? against : 0);
  const now = useMemo(() => ({ title, text: wordsOf("doc", text) }), [title, text]);
  useEffect(() => heading.current?.focus(), []);

  function restore(): void {
    if (shown.state !== "ready") return;
    const { doc, title: was } = shown.revision;
    const words = `Restore the text of ${stampWords(stamp)}`;
    const act = acts.entries.replace(key, words, { doc, title: was });
    acts.offer("Restored. What stood there before is a revision now.", act);
    onClose();
  }

  return (
    <section className="revisions" aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>
        Revisions
      </h3>
      <div className="revisions-body">
        <ul aria-label="What it was before">
          {revs.map((one) => (
            <li key={one}>
              <button type="button" aria-pressed={one === stamp} onClick={() => setChosen(one)}>
                {stampWords(one)}
              </button>
            </li>
          ))}
        </ul>
        <div className="revisions-shown">
          <p className="revisions-against">
            <label htmlFor={`${id}-against`}>Compared with</label>
            <select
              id={`${id}-against`}
              autoComplete="off"
              value={against}
              onChange={({ currentTarget }) => setAgainst(Number(currentTarget.value))}
            >
              <option value={0}>what stands there now</option>
              {revs
                .filter((one) => one !== stamp)
                .map((one) => (
                  <option key={one} value={one}>
                    {stampWords(one)}
                  </option>
                ))}
            </select>
          </p>
          <Compared shown={shown} other={against === 0 ? undefined : other} now={now} />
          <div className="record-acts">
            <Button size="compact-md" disabled={shown.state !== "ready"} onClick={restore}>
              Restore
            </Button>
            <Button variant="default" size="compact-md" onClick={onClose}>
              Close
            </Button>
          </div>
        </div>
      </div>
    </section>
  );
}

type ComparedProps = {
  shown: HeldRevision;
  other: HeldRevision | undefined;
  now: { title: string; text: string };
};

function Compared({ shown, other, now }: ComparedProps) {
  const missing = [shown, other].some((one) => one?.state === "missing");
  if (missing) {
    return (
      <p className="faint" role="alert">
        This revision is not in this browser. It comes once there is a connection; nothing is lost.
      </p>
    );
  }
  if (shown.state !== "ready" || (other && other.state !== "ready")) {
    return <p className="faint">Loading...</p>;
  }
  const after = other?.state === "ready" ? fieldsOf(other) : now;
  return (
    <Changes
      before={fieldsOf(shown)}
      after={after}
      labelOf={(field) => (field === "title" ? "Title" : "Text")}
    />
  );
}

function fieldsOf({ revision }: Extract<HeldRevision, { state: "ready" }>) {
  return { title: revision.title, text: wordsOf("doc", revision.doc) };
}
