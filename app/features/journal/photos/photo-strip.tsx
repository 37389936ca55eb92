/** The photos of an entry, and the way more come: chosen, dropped or pasted anywhere on its page. */
import { Button } from "@mantine/core";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { ChooseFiles } from "#app/parts/media/choose-files.tsx";
import { pictureAccept } from "#app/parts/media/picture-kind.ts";
import { useJournal, useMedia } from "../store/journal-context.ts";
import type { JournalEntry, JournalMedia } from "../store/journal-store.ts";
import { addPhotos, dismiss } from "./add-photos.ts";
import { addingTo, followAdding } from "./adding.ts";
import { ExifOffer } from "./exif-offer.tsx";
import { JournalPicture } from "./journal-picture.tsx";
import { PhotoViewer } from "./photo-viewer.tsx";
import { StripQuestion } from "./strip-question.tsx";
import { useFileWords, useFiles } from "./use-files.ts";
import { usePagePhotos } from "./use-page-photos.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/journal-photos.css";

export function PhotoStrip({ entry }: { entry: JournalEntry }) {
  const app = useJournal();
  const { key, isGone } = entry;
  const media = useMedia(key);
  const { coming, question, offer } = useSyncExternalStore(followAdding, () => addingTo(key));
  const [opened, setOpened] = useState<string>();
  const box = useRef<HTMLElement>(null);
  const add = (files: readonly File[]) => void addPhotos(app, entry, files);
  const isOver = usePagePhotos(box, isGone ? undefined : add);
  if (isGone && media.length === 0) return null;
  return (
    <section className="photo-strip" aria-label="Photos" ref={box} data-over={isOver || undefined}>
      {media.length === 0 ? null : (
        <ul className="photo-row">
          {media.map((one) => (
            <li key={one.id}>
              <StripPhoto media={one} onOpen={() => setOpened(one.id)} />
            </li>
          ))}
        </ul>
      )}
      <ComingPhotos entryKey={key} coming={coming} />
      {offer && !isGone ? <ExifOffer entry={entry} offer={offer} /> : null}
      {isGone ? null : (
        <div className="photo-add">
          <ChooseFiles
            multiple
            subtle
            label="Add photos"
            accept={pictureAccept}
            disabled={false}
            onChosen={add}
          >
            Add photos
          </ChooseFiles>
          <Failed journal={entry.journal} media={media} />
        </div>
      )}
      {/* Their Esc is not the page's. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div onKeyDown={(event) => event.key === "Escape" && event.stopPropagation()}>
        {question ? <StripQuestion question={question} /> : null}
        {opened === undefined ? null : (
          <PhotoViewer media={media} opened={opened} onOpen={setOpened} isFixed={isGone} />
        )}
      </div>
    </section>
  );
}

function StripPhoto({ media, onOpen }: { media: JournalMedia; onOpen: () => void }) {
  const { journal, id, alt, caption, name } = media;
  const words = useFileWords(journal, id);
  return (
    <button type="button" className="photo-thumb" onClick={onOpen}>
      <JournalPicture journal={journal} id={id} alt={alt || caption || name} size="s" />
      {words === "" ? null : <span className="photo-state">{words}</span>}
    </button>
  );
}

function ComingPhotos({
  entryKey,
  coming,
}: {
  entryKey: string;
  coming: ReturnType<typeof addingTo>["coming"];
}) {
  const failed = coming.filter(({ problem }) => problem !== undefined);
  const count = coming.length - failed.length;
  return (
    <>
      <output className="photo-coming quiet">
        {count === 0 ? "" : `Adding ${count === 1 ? "1 photo" : `${count} photos`}…`}
      </output>
      {failed.length === 0 ? null : (
        <ul className="photo-problems" role="alert">
          {failed.map(({ id, name, problem }) => (
            <li key={id}>
              <p>
                <bdi>{name}</bdi>: {problem}
              </p>
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Let it go: ${name}`}
                onClick={() => dismiss(entryKey, id)}
              >
                Let it go
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What could not be sent stays in this browser until somebody says to try again. */
function Failed({ journal, media }: { journal: string; media: readonly JournalMedia[] }) {
  const files = useFiles();
  const [failed, setFailed] = useState("");
  useEffect(() => {
    if (!files) return undefined;
    const look = () => {
      const states = media.map(({ id }) => files.state(journal, id));
      const found = states.find((state) => state?.state === "failed" && state.canRetry);
      setFailed(found?.state === "failed" ? found.message : "");
    };
    look();
    return files.subscribe(look);
  }, [files, journal, media]);
  if (failed === "") return null;
  return (
    <p className="photo-failed">
      {failed} The photos are kept in this browser.{" "}
      <Button variant="default" size="compact-sm" onClick={() => files?.retry(journal)}>
        Try again
      </Button>
    </p>
  );
}
