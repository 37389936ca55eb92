import { Button } from "@mantine/core";
import { saveFile } from "#app/ui/save-file.ts";
import { boardCsv } from "#lib/boards/board-csv.ts";
import type { Card } from "#lib/boards/board-items.ts";
import type { BoardStore } from "../store/board-store.ts";
import { useBoardApp } from "../store/use-board.ts";
import { exportName } from "./export-name.ts";

/** The cards of the board as a spreadsheet, also those in the archive; made of what this browser has, so also offline. */
export function CsvButton() {
  const { store } = useBoardApp();
  return (
    <Button
      variant="default"
      onClick={() => saveFile(exportName(store.board().name, "csv"), csvOf(store))}
    >
      Download cards as CSV
    </Button>
  );
}

function csvOf(store: BoardStore): Blob {
  const text = boardCsv(inOrder(store), {
    column: (id) => store.column(id)?.name ?? "",
    label: (id) => store.label(id)?.name ?? "",
    person: (uid) => store.member(uid)?.name || "Former member",
    counts: (card) => store.counts(card),
  });
  return new Blob([text], { type: "text/csv;charset=utf-8" });
}

/** As the board shows them, then the archive. */
function inOrder(store: BoardStore): Card[] {
  const standing = store.columns().flatMap(({ id }) => store.ids(id));
  const cards = standing.flatMap((id) => store.card(id) ?? []);
  return [...cards, ...store.archived()];
}
