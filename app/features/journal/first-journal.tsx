/** What a journal is for, while somebody has none. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { GoneJournals } from "./list/gone-journals.tsx";
import { NewPrivateJournal } from "./late-views.tsx";
import { makeJournal, notMadeText } from "./make-journal.ts";
import { useJournal } from "./store/journal-context.ts";
import { useAddress } from "./use-address.ts";

export function FirstJournal() {
  const { store, acts } = useJournal();
  const { openEntry, show } = useAddress();
  const [busy, setBusy] = useState<"write" | "import">();
  const [problem, setProblem] = useState<string>();
  const [isPrivate, setPrivate] = useState(false);

  async function begin(as: "write" | "import"): Promise<void> {
    setBusy(as);
    setProblem(undefined);
    try {
      const journal = await makeJournal(store, { name: "Journal", colour: "" });
      if (as === "import") {
        show("import");
        return;
      }
      const key = store.room(journal) ? acts.entries.begin({ journal }) : undefined;
      if (key !== undefined) openEntry(key);
    } catch (error) {
      setProblem(notMadeText(error));
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <div className="journal-first">
      <GoneJournals />
      <h2>Write down the day</h2>
      <p>
        A journal keeps what you write for yourself: words, photos, moods, who was there. Each
        letter is kept at once, in this browser and on your devices, with or without a connection.
        Nobody else reads it, and nothing of it goes to an AI.
      </p>
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
      <div className="journal-first-acts">
        <Button loading={busy === "write"} onClick={() => void begin("write")}>
          Write the first entry
        </Button>
        <Button variant="default" onClick={() => setPrivate(true)}>
          A private journal…
        </Button>
        <Button variant="subtle" loading={busy === "import"} onClick={() => void begin("import")}>
          Import from Day One or Markdown
        </Button>
      </div>
      <p className="faint">
        A private journal is encrypted on this device: the server never sees a word of it.
      </p>
      {isPrivate ? <NewPrivateJournal onClose={() => setPrivate(false)} /> : null}
    </div>
  );
}
