/** What a journal is for, while somebody has none. */
import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { useHandedOver } from "#app/ui/handed-over.ts";
import { GoneJournals } from "./list/gone-journals.tsx";
import { NewPrivateJournal } from "./late-views.tsx";
import { makeJournal, notMadeText, untilOpen } from "./make-journal.ts";
import { useJournal } from "./store/journal-context.ts";
import { useAddress } from "./use-address.ts";

export function FirstJournal() {
  const { store, acts } = useJournal();
  const { show } = useAddress();
  const [busy, setBusy] = useState<"write" | "import">();
  const [problem, setProblem] = useState<string>();
  const [isPrivate, setPrivate] = useState(false);
  /** Its id, so that whoever presses again makes no second one. */
  const made = useRef<string>(undefined);
  /** What another tool has for the first one: asked about there, as in every journal. */
  const [draft] = useHandedOver("journal");

  async function begin(as: "write" | "import"): Promise<void> {
    setBusy(as);
    setProblem(undefined);
    try {
      if (made.current === undefined) {
        made.current = await makeJournal(store, { name: "Journal", colour: "" });
      } else await untilOpen(store, made.current);
      const journal = made.current;
      // It is shown in place of this as soon as it comes.
      if (!store.room(journal)) setProblem("The journal is made, and opens in a moment.");
      else if (as === "import") show("import", { journal: "" });
      else if (draft === undefined) {
        const key = acts.entries.begin({ journal });
        // The address may still name one that is locked.
        if (key !== undefined) show("list", { journal: "", entry: key });
      }
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
        No other account can open it, and nothing of it goes to an AI.
      </p>
      {draft === undefined ? null : (
        <p>
          {draft.title === "" ? (
            "The proposed entry"
          ) : (
            <>
              The entry <strong dir="auto">{draft.title}</strong>
            </>
          )}{" "}
          needs a journal first. Make one here: then you read it over, and nothing of it is kept
          before you say so.
        </p>
      )}
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
      <div className="journal-first-acts">
        <Button loading={busy === "write"} onClick={() => void begin("write")}>
          {draft === undefined ? "Write the first entry" : "Make a journal for it"}
        </Button>
        <Button variant="default" onClick={() => setPrivate(true)}>
          A private journal…
        </Button>
        <Button variant="subtle" loading={busy === "import"} onClick={() => void begin("import")}>
          Import from Day One or Markdown
        </Button>
      </div>
      <p className="faint">
        A private journal is encrypted on this device: the server never sees a word of it, and
        whoever has its disk can read none.
      </p>
      {isPrivate ? <NewPrivateJournal onClose={() => setPrivate(false)} /> : null}
    </div>
  );
}
