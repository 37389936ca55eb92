/** What stands on no column any more: the archive, the trash, and texts that lost against others. */
import { KeptText } from "#app/parts/kept-words/kept-text.tsx";
import type { LostText } from "#app/parts/kept-words/lost-text.ts";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import type { Card } from "#lib/boards/board-items.ts";
import { quoted } from "#lib/quoted.ts";
import { heldIn, wordsOf } from "../card/keep-text.ts";
import { useTextsToShow } from "../card/use-texts-to-show.ts";
import type { BoardStore } from "../store/board-store.ts";
import { useArchived, useBoardApp, useDeleted, useLostTexts, useMay } from "../store/use-board.ts";
import { AwayList } from "./away-list.tsx";

type Props = { today: string; onOpen: (id: string) => void };

export function ArchiveView({ onOpen }: Props) {
  const { store, acts } = useBoardApp();
  return (
    <AwayList
      cards={useArchived()}
      help="Archived cards stay for as long as the board does, and count in no column."
      empty={{
        title: "The archive is empty",
        text: "Cards that are done with and shall be kept come here. Archive one in its panel, or with the key z.",
      }}
      factOf={({ column }) => columnWords(store, column)}
      more={{ word: "Delete", run: (ids) => acts.cards.remove(ids) }}
      onOpen={onOpen}
    />
  );
}

export function TrashView({ onOpen }: Props) {
  const { store } = useBoardApp();
  return (
    <AwayList
      cards={useDeleted()}
      help="Deleted cards stay here for 30 days, then they are gone with their comments and files."
      empty={{ title: "The trash is empty", text: "Deleted cards stay here for 30 days." }}
      factOf={({ column }) => columnWords(store, column)}
      onOpen={onOpen}
    />
  );
}

function columnWords(store: BoardStore, column: string): string {
  const name = store.column(column)?.name;
  return name === undefined ? "its column is gone" : `in ${quoted(name)}`;
}

export function LostView({ onOpen }: Props) {
  const shown = useTextsToShow();
  if (shown.length === 0) {
    return (
      <EmptyRoom
        title="Nothing waits here"
        text="When two write the same text at once, the one that is not shown is kept here."
      />
    );
  }
  return (
    <ul className="kept-list">
      {shown.map((one) => (
        <li key={one.id}>
          <LostLine lost={one} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}

const names: Readonly<Record<string, string>> = {
  title: "Title",
  notes: "Description",
  name: "Name",
  text: "Comment",
};

function LostLine({ lost, onOpen }: { lost: LostText; onOpen: (id: string) => void }) {
  const { store, acts } = useBoardApp();
  const held = heldIn(lost, useLostTexts());
  const mayWrite = useMay("write");
  const card = cardOfText(store, lost);
  const isThere = store.records.item(lost.kind, lost.of) !== undefined;
  const what = lost.kind === "checks" ? "Check" : (names[lost.register] ?? lost.register);
  const text = wordsOf(lost.register, lost.text);
  const name = `${what}${card ? ` of ${quoted(card.title)}` : ""}`;
  if (!mayWrite) {
    return (
      <div className="kept-line">
        <p className="faint">{name}</p>
        <p className="kept-text" dir="auto">
          {text}
        </p>
      </div>
    );
  }
  return (
    <KeptText
      what={name}
      text={text}
      onOpen={card && (() => onOpen(card.id))}
      onUse={isThere ? () => acts.settleLost(lost, true, held) : undefined}
      onLetGo={() => acts.settleLost(lost, false, held)}
    />
  );
}

/** Undefined: it is of none, or that is not there any more. */
function cardOfText(store: BoardStore, { kind, of }: LostText): Card | undefined {
  if (kind === "cards") return store.card(of);
  const item = store.records.item(kind, of);
  const register = kind === "checks" ? "place" : "of";
  const card = item?.registers[register]?.value["card"];
  return typeof card === "string" ? store.card(card) : undefined;
}
