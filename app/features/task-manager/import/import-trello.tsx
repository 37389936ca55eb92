/** A board out of a file of Trello: looked at first, then written part by part into this board or a new one. */
import { useContext, useMemo, useState } from "react";
import { ImportDialog } from "#app/parts/records/import-dialog.tsx";
import { countStates } from "#app/parts/records/missing-changes.ts";
import type { Missing } from "#app/parts/records/missing-changes.ts";
import type { TrelloImport } from "#lib/boards/trello.ts";
import { cardsWord } from "../acts/words.ts";
import { nowOf } from "../now.ts";
import { BoardPlace } from "../store/use-board.ts";
import type { BoardApp } from "../store/use-board.ts";
import { ImportRun } from "./import-run.tsx";
import { TrelloPreview } from "./trello-preview.tsx";
import { missingOf, roomForImport } from "./run-import.ts";

const mostBytes = 30_000_000;

type Props = {
  uid: string;
  onClose: () => void;
  /** Its board is to be shown. */
  onImported: (board: string) => void;
};

export function ImportTrello({ uid, onClose, onImported }: Props) {
  const here = useContext(BoardPlace);
  const mayBeHere = here?.store.mayWrite() === true;
  const [isHere, setHere] = useState(mayBeHere);
  const [running, setRunning] = useState<TrelloImport>();
  const into = isHere ? here : undefined;
  const missing = useMemo(() => missingIn(into), [into]);
  const zone = zoneOf(here);

  async function read(file: File): Promise<TrelloImport> {
    const value = jsonOf(await file.text());
    // Not before it is asked for: it is most of what this dialog weighs.
    const { readTrello } = await import("#lib/boards/trello.ts");
    const lastOrder = here?.store.columns().at(-1)?.order ?? null;
    return readTrello(value, { uid, zone, lastOrder });
  }

  function offer(found: TrelloImport): { count?: string; problem?: string | undefined } {
    if (found.problem !== undefined) return { problem: found.problem };
    const problem = roomForImport(into, found);
    const news = missing(found);
    // Also what only some of a card's checks are missing of.
    if (news?.changes.length === 0) return { problem };
    const count = news ? countStates(news, "cards", "fresh", "gone") : found.counts.cards;
    return { count: cardsWord(count), problem };
  }

  const where = mayBeHere ? { name: here.store.board().name, isHere, onHere: setHere } : undefined;
  const preview = (found: TrelloImport) => (
    <TrelloPreview found={found} missing={missing(found)} where={where} />
  );

  if (running) {
    return (
      <ImportRun
        uid={uid}
        zone={zone}
        found={running}
        here={into}
        onClose={onClose}
        onImported={onImported}
      />
    );
  }
  return (
    <ImportDialog
      title="Import from Trello"
      help="In Trello open the board’s menu, then “Print, export and share”, “Export as JSON”. Nothing is written before you have seen what comes."
      label="of Trello"
      accept=".json,application/json"
      maxBytes={mostBytes}
      read={read}
      offer={offer}
      preview={preview}
      onImport={setRunning}
      onClose={onClose}
    />
  );
}

/** Of each file once, while it is looked at. */
function missingIn(into: BoardApp | undefined): (found: TrelloImport) => Missing | undefined {
  const known = new WeakMap<TrelloImport, Missing>();
  return (found) => {
    if (into === undefined) return undefined;
    const made = known.get(found) ?? missingOf(into, found.changes);
    known.set(found, made);
    return made;
  };
}

function zoneOf(here: BoardApp | undefined): string {
  return here ? nowOf(here.store).zone : new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** What is no JSON is no export either, and is said so. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}
