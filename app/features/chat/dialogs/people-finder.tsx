/** Finds people of the site by the beginning of a word of their name. */
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { findPeople } from "#app/live/chat/chat-api.ts";
import { problemText } from "#app/session/problem-text.ts";
import type { FoundPerson } from "#lib/chat/api.ts";
import { Avatar } from "../room/avatar.tsx";
import { nameless } from "../store/use-chat.ts";

type Props = {
  confirm: string;
  /** They are there already. */
  without: ReadonlySet<string>;
  /** One of them is enough, and is taken at once. */
  isOne?: boolean;
  onDone: (people: readonly FoundPerson[]) => Promise<void>;
  onClose?: () => void;
};

const waitMs = 250;

export function PeopleFinder({ confirm, without, isOne = false, onDone, onClose }: Props) {
  const [words, setWords] = useState("");
  const [found, setFound] = useState<{ words: string; people: readonly FoundPerson[] }>();
  const [chosen, setChosen] = useState<readonly FoundPerson[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const wanted = words.trim();
  useEffect(() => {
    if (wanted === "") return;
    const life = new AbortController();
    const timer = setTimeout(() => {
      const find = async () => {
        const people = await findPeople(wanted, life.signal);
        if (life.signal.aborted) return;
        setFound({ words: wanted, people });
        setProblem(undefined);
      };
      find().catch((error: unknown) => life.signal.aborted || setProblem(problemText(error)));
    }, waitMs);
    return () => {
      clearTimeout(timer);
      life.abort();
    };
  }, [wanted]);

  async function done(people: readonly FoundPerson[]): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await onDone(people);
    } catch (error) {
      setProblem(problemText(error));
    }
    setBusy(false);
  }

  const ids = new Set(chosen.map(({ uid }) => uid));
  const shown =
    wanted === ""
      ? []
      : (found?.people ?? []).filter(({ uid }) => !without.has(uid) && !ids.has(uid));
  return (
    <div className="chat-finder">
      <input
        type="search"
        className="chat-input"
        aria-label="Name of somebody"
        placeholder="Name of somebody"
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      {chosen.length > 0 ? (
        <ul className="chat-chosen" aria-label="Chosen">
          {chosen.map((one) => (
            <li key={one.uid}>
              <button
                type="button"
                aria-label={`Take ${one.name || nameless} off`}
                onClick={() => setChosen(chosen.filter(({ uid }) => uid !== one.uid))}
              >
                {one.name || nameless} ×
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <ul className="chat-finder-found" aria-label="Found">
        {shown.map((one) => (
          <li key={one.uid}>
            <button
              type="button"
              disabled={isBusy}
              onClick={() => (isOne ? void done([one]) : setChosen([...chosen, one]))}
            >
              <Avatar name={one.name || nameless} />
              <span dir="auto">{one.name || nameless}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="faint" aria-live="polite">
        {wanted !== "" && found?.words === wanted && shown.length === 0
          ? "Nobody is found by this name. Who wishes not to be found is not."
          : ""}
      </p>
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
      {isOne ? null : (
        <div className="record-acts">
          <Button disabled={chosen.length === 0} loading={isBusy} onClick={() => void done(chosen)}>
            {confirm}
          </Button>
          {onClose ? (
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          ) : null}
        </div>
      )}
    </div>
  );
}
