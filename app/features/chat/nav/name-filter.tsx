/** Where there are many rooms: those whose names have all of the words. */
import { useState } from "react";
import { foldText } from "#lib/fold-text.ts";

/** All of fewer are seen at once. */
const many = 12;

type Named = { name: string };

/** @returns those that are shown, and where one says which; nothing while there are few */
export function useNameFilter<One extends Named>(all: readonly One[], label: string) {
  const [words, setWords] = useState("");
  const wanted = foldText(words).split(/\s+/u).filter(Boolean);
  const isThere = all.length > many;
  const shown =
    isThere && wanted.length > 0
      ? all.filter(({ name }) => wanted.every((word) => foldText(name).includes(word)))
      : all;
  const field = isThere ? (
    <>
      <input
        type="search"
        className="chat-input chat-filter"
        aria-label={label}
        placeholder={label}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <p className="faint" aria-live="polite">
        {shown.length === 0 ? "None is called so." : ""}
      </p>
    </>
  ) : null;
  return { shown, field };
}
