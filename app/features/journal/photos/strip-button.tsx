/** Takes what a camera wrote out of a file that is kept already. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { openJournalFiles } from "#app/live/journal-files/open-journal-files.ts";
import { ConfirmDialog } from "#app/parts/tool-frame/confirm-dialog.tsx";
import { type JournalApp, useJournal } from "../store/journal-context.ts";
import type { JournalMedia } from "../store/journal-store.ts";
import { withoutExif } from "./photo-of.ts";

/** Of these it can be taken out. */
const types: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/webp"]);

export function StripButton({ media }: { media: JournalMedia }) {
  const app = useJournal();
  const [isAsked, setAsked] = useState(false);
  const [said, setSaid] = useState("");
  if (!types.has(media.type)) return null;
  return (
    <>
      <Button variant="subtle" onClick={() => setAsked(true)}>
        Take camera data out…
      </Button>
      {/* What is said in passing would stand behind the photo. */}
      <output className="quiet">{said}</output>
      {isAsked ? (
        <ConfirmDialog
          title="Take camera, date and place out of this file?"
          text={
            <p>
              The picture stays exactly as it is. What the camera wrote into the file is gone then,
              on all your devices. The journal keeps the day and the place beside the photo.
            </p>
          }
          confirm="Take out"
          onConfirm={async () => setSaid(await stripKept(app, media))}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </>
  );
}

/** @returns what is said then @throws JournalFileError; Error with a sentence: it cannot be taken out */
async function stripKept({ uid, store }: JournalApp, media: JournalMedia): Promise<string> {
  const { journal, id, name, type } = media;
  const files = await openJournalFiles(uid);
  const whole = await files.read(journal, media, "full");
  const stripped = await withoutExif(new File([whole], name, { type }));
  if (stripped.state === "clean") return "There is nothing of a camera in this file.";
  if (stripped.state === "cannot") {
    throw new Error("This picture is damaged, so nothing can be taken out of it.");
  }
  const value = await files.keep(journal, id, stripped.file, name, true);
  // The file cannot come back as it was, so this is no step that can be undone.
  await store.room(journal)?.records.change([{ kind: "media", id, register: "file", value }]);
  return "Taken out.";
}
