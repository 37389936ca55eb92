/** A new card at the end of a column. The field stays for the next one. */
import { useRef, useState } from "react";
import type { ClipboardEvent, KeyboardEvent } from "react";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { tellRefusal } from "#app/parts/tool-frame/toasts.ts";
import { linesOf } from "#app/parts/records/lines-of.ts";
import { pasteThatFits } from "#app/parts/records/paste-that-fits.ts";
import { quoted } from "#lib/quoted.ts";
import { longest } from "../acts/room.ts";
import { useBegun } from "../card/use-begun.ts";
import { useBoardApp, useFacts } from "../store/use-board.ts";
import { useAddress } from "../use-address.ts";
import { filterOf } from "../views.ts";
import { useStopIn } from "./board-stop.ts";

const PastedLines = latePart(
  async () => (await import("#app/parts/records/pasted-lines.tsx")).PastedLines,
  null,
);

type Props = {
  column: string;
  name: string;
  today: string;
  /** What a filter lets through; undefined: there is none. */
  shown: ReadonlySet<string> | undefined;
  /** Once there is another one, which comes into sight. */
  onAdded: (column: string, id: string) => void;
  /** The field is left by a key. */
  onBack: () => void;
};

export function AddCard({ column, name, today, shown, onAdded, onBack }: Props) {
  const { acts, store } = useBoardApp();
  const { query } = useAddress();
  const { zone } = useFacts();
  const isHere = useStopIn(column) !== undefined;
  const [text, setText] = useBegun(`${column} card`);
  const [pasted, setPasted] = useState<readonly string[]>([]);
  const field = useRef<HTMLInputElement>(null);
  const close = () => {
    setPasted([]);
    field.current?.focus();
  };

  /** @returns whether there was room */
  function add(titles: readonly string[]): boolean {
    const ids = acts.cards.add(titles, { column }) ?? [];
    const last = ids.at(-1);
    if (last === undefined) return false;
    setText("");
    if (shown) void sayWhatIsHidden(ids);
    onAdded(column, last);
    const there = store.ids(column).length;
    // Of many it is said with the way back.
    if (titles.length === 1)
      acts.say(`Added ${quoted(titles[0]!)}: ${name}, ${there} of ${there}.`);
    return true;
  }

  async function sayWhatIsHidden(ids: readonly string[]): Promise<void> {
    // It is there: a filter is on.
    const { tellHidden } = await import("../filters/find-shown.ts");
    tellHidden(store, ids, { text: filterOf(query), today, zone });
  }

  function take(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing || event.key !== "Escape") return;
    event.preventDefault();
    if (text === "") onBack();
    else setText("");
  }

  function paste(event: ClipboardEvent<HTMLInputElement>): void {
    const lines = linesOf(event.clipboardData.getData("text/plain"));
    if (lines.length < 2 || text.trim() !== "") {
      pasteThatFits(event);
      return;
    }
    event.preventDefault();
    setPasted(lines);
  }

  return (
    <form
      className="column-add"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") add([text.trim()]);
      }}
    >
      <input
        ref={field}
        aria-label={`Add a card to ${name}`}
        placeholder="Add a card"
        dir="auto"
        autoComplete="off"
        enterKeyHint="done"
        tabIndex={isHere ? 0 : -1}
        value={text}
        maxLength={longest.title}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={take}
        onPaste={paste}
      />
      {text.trim() === "" ? null : <button type="submit">Add</button>}
      {pasted.length === 0 ? null : (
        <PastedLines
          lines={pasted}
          each={`Add ${pasted.length} cards`}
          one="One card"
          onEach={() => {
            if (add(pasted)) close();
          }}
          onOne={() => {
            const joined = pasted.join(" ");
            if (joined.length > longest.title) {
              tellRefusal(`It is too long for one card: ${longest.title} letters have room.`);
              return;
            }
            setText(joined);
            close();
          }}
          onClose={close}
        />
      )}
    </form>
  );
}
