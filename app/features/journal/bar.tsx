import { Button } from "@mantine/core";
import { useId, useSyncExternalStore } from "react";
import { PresentingWord } from "./late-views.tsx";
import { useJournal, useStoreTopic } from "./store/journal-context.ts";

type Props = {
  words: string;
  /** Also without words: what is found can be narrowed by other things. */
  onSearch: (words: string) => void;
  onLeave: () => void;
};

/** The search, and the ways back. */
export function Bar({ words, onSearch, onLeave }: Props) {
  const { acts, undo: stack } = useJournal();
  const id = useId();
  const { undo, redo } = useSyncExternalStore(stack.subscribe, stack.state);
  const isPresenting = useStoreTopic("rooms", (store) => store.presented()) !== undefined;
  // Its words may be of a journal that is hidden.
  const said = (verb: string, act: string | undefined) =>
    act === undefined || isPresenting ? undefined : `${verb}: ${act}`;
  return (
    <>
      {isPresenting ? <PresentingWord /> : null}
      <search className="journal-search record-field">
        <label htmlFor={id}>Search</label>
        <input
          id={id}
          type="search"
          placeholder="Words, tags, people, places"
          data-search
          autoComplete="off"
          spellCheck={false}
          value={words}
          maxLength={200}
          onChange={({ currentTarget }) => onSearch(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") onSearch(words);
            if (event.key !== "Escape") return;
            event.preventDefault();
            if (words !== "") {
              onSearch("");
              return;
            }
            event.currentTarget.blur();
            onLeave();
          }}
        />
      </search>
      {/* Not `disabled`: that would take the focus away with the last step. */}
      <Button
        variant="default"
        aria-disabled={undo === undefined}
        data-disabled={undo === undefined}
        title={said("Undo", undo)}
        onClick={() => acts.undo()}
      >
        Undo
      </Button>
      <Button
        variant="default"
        aria-disabled={redo === undefined}
        data-disabled={redo === undefined}
        title={said("Do again", redo)}
        onClick={() => acts.redo()}
      >
        Redo
      </Button>
    </>
  );
}
