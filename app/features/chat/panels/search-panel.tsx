/** Messages of a room that have all of the words, the last first; older ones are looked through when asked for. */
import { Button } from "@mantine/core";
import { type SubmitEvent, useRef, useState } from "react";
import { searchRoom } from "#app/live/chat/chat-api.ts";
import { minuteOf } from "#app/parts/tool-frame/when.ts";
import { problemText } from "#app/session/problem-text.ts";
import type { FoundMessages } from "#lib/chat/api.ts";
import { nameIn } from "../store/use-chat.ts";
import type { Opened } from "../store/use-room.ts";
import { plainOf } from "../text/plain.ts";

type Found = {
  words: string;
  found: FoundMessages["found"];
  before: string | null;
  looked: number;
};

type Props = {
  id: string;
  opened: Opened;
  onLead: (to: { at: string; thread?: string }) => void;
};

export function SearchPanel({ id, opened, onLead }: Props) {
  const [words, setWords] = useState("");
  const [found, setFound] = useState<Found>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const life = useRef(new AbortController());

  async function search(wanted: string, more: Found | undefined): Promise<void> {
    life.current.abort();
    const own = new AbortController();
    life.current = own;
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = await searchRoom(id, wanted, more?.before ?? undefined, own.signal);
      setFound({
        words: wanted,
        found: [...(more?.found ?? []), ...answer.found],
        before: answer.before,
        looked: (more?.looked ?? 0) + answer.looked,
      });
    } catch (error) {
      if (own.signal.aborted) return;
      setProblem(problemText(error));
    }
    setBusy(false);
  }

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (words.trim() !== "") void search(words.trim(), undefined);
  };
  return (
    <div className="chat-search">
      <form onSubmit={submit}>
        <input
          type="search"
          className="chat-input"
          data-search
          aria-label="Words in messages"
          placeholder="Words in messages"
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={isBusy}>
          Search
        </Button>
      </form>
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
      {found ? (
        <p className="faint" aria-live="polite">
          {found.found.length === 0
            ? "No message has these words"
            : `${found.found.length} with these words`}
          {found.before === null ? "." : `, in the last ${found.looked} messages.`}
        </p>
      ) : null}
      <ul className="chat-found">
        {found?.found.map(({ key, root, message }) => (
          <li key={`${root} ${key}`}>
            <button
              type="button"
              onClick={() => onLead({ at: key, ...(root !== undefined && { thread: root }) })}
            >
              <strong dir="auto">{nameIn(opened.state, message.by)}</strong>{" "}
              <span className="faint">{minuteOf(message.at)}</span>
              <span className="chat-found-text" dir="auto">
                {plainOf(message.text)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found && found.before !== null ? (
        <Button variant="default" loading={isBusy} onClick={() => void search(found.words, found)}>
          Look further back
        </Button>
      ) : null}
    </div>
  );
}
