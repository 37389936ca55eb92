/** What takes a board out of here, and another one in. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { exportBoard } from "#app/live/board-api.ts";
import { tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { problemText } from "#app/session/problem-text.ts";
import { saveFile } from "#app/ui/save-file.ts";
import { CsvButton } from "../import/csv-button.tsx";
import { exportName } from "../import/export-name.ts";
import { ImportTrello } from "../late-views.tsx";
import { useBoardApp, useMay } from "../store/use-board.ts";
import { useAddress } from "../use-address.ts";

export function Exports() {
  const { store } = useBoardApp();
  const { go } = useAddress();
  const mayWrite = useMay("write");
  const [isBusy, setBusy] = useState(false);
  const [isImporting, setImporting] = useState(false);

  async function save(): Promise<void> {
    setBusy(true);
    try {
      saveFile(exportName(store.board().name, "json"), await exportBoard(store.id));
    } catch (error) {
      tellProblem(problemText(error), () => void save());
    }
    setBusy(false);
  }

  return (
    <section className="boards-part">
      <h3>{mayWrite ? "Export and import" : "Export"}</h3>
      <div className="record-acts">
        <CsvButton />
        <Button variant="default" loading={isBusy} onClick={() => void save()}>
          Download all as JSON
        </Button>
        {mayWrite ? (
          <Button variant="default" onClick={() => setImporting(true)}>
            Import from Trello…
          </Button>
        ) : null}
      </div>
      <p className="faint">
        CSV has the cards, for a spreadsheet. JSON has all of the board and its log, without the
        files, for other programs: no board can be made of it here.
      </p>
      {isImporting ? (
        <ImportTrello
          uid={store.uid}
          onClose={() => setImporting(false)}
          onImported={(board) => {
            if (board !== store.id) go({ board });
          }}
        />
      ) : null}
    </section>
  );
}
