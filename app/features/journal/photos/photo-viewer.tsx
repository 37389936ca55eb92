/**
 * A photo as large as the window lets it be, with what is known of it and what can be done with it. The lightbox of public
 * pages is another one: it shows pictures of the site by their addresses, which these do not have.
 */
import { Button, TextInput } from "@mantine/core";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { JournalFileError } from "#app/live/journal-files/file-error.ts";
import { openJournalFiles } from "#app/live/journal-files/open-journal-files.ts";
import { tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { formatBytes } from "#app/ui/format-bytes.ts";
import { Modal } from "#app/ui/modal.tsx";
import { saveFile } from "#app/ui/save-file.ts";
import { isSealedJournal } from "#lib/journal/journal-id.ts";
import { longest } from "#lib/journal/limits.ts";
import { shortDay, timeIn } from "../dates.ts";
import { useJournal } from "../store/journal-context.ts";
import type { JournalMedia } from "../store/journal-store.ts";
import { JournalPicture } from "./journal-picture.tsx";
import { StripButton } from "./strip-button.tsx";
import { useFileWords } from "./use-files.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/journal-photos.css";

type Props = {
  /** In the order in which one turns over. */
  media: readonly JournalMedia[];
  /** Id of the one that is shown. */
  opened: string;
  onOpen: (id: string | undefined) => void;
  /** Nothing of it is changed: its entry is in the trash. */
  isFixed?: boolean;
  /** Leads to its entry, where that is not what is behind. */
  onEntry?: (media: JournalMedia) => void;
};

export function PhotoViewer({ media, opened, onOpen, isFixed = false, onEntry }: Props) {
  const label = useId();
  const { acts } = useJournal();
  const at = media.findIndex(({ id }) => id === opened);
  const shown = media[at];
  // It was deleted on another device.
  const isThere = shown !== undefined;
  const leave = useEffectEvent(() => onOpen(undefined));
  useEffect(() => {
    if (!isThere) leave();
  }, [isThere]);
  const turn = (by: number) => {
    const next = media[at + by];
    if (next) onOpen(next.id);
  };
  if (shown === undefined) return null;
  const remove = () => {
    acts.media.remove(shown.journal, [shown.id]);
    // Its way back is said behind this.
    onOpen(undefined);
  };
  return (
    <Modal label={label} className="photo-viewer" closesOutside onClose={() => onOpen(undefined)}>
      {/* The keys are a shorter way to its buttons. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className="photo-viewer-body"
        onKeyDown={({ key, target }) => {
          if (target instanceof HTMLInputElement) return;
          if (key === "ArrowLeft") turn(-1);
          if (key === "ArrowRight") turn(1);
        }}
      >
        <h2 id={label} className="unseen">
          Photo {at + 1} of {media.length}
        </h2>
        <div className="photo-viewer-keys">
          <Button variant="subtle" onClick={() => onOpen(undefined)}>
            Close
          </Button>
          {media.length > 1 ? (
            <>
              <TurnButton isEnd={at <= 0} onClick={() => turn(-1)}>
                Previous
              </TurnButton>
              <TurnButton isEnd={at >= media.length - 1} onClick={() => turn(1)}>
                Next
              </TurnButton>
              <span className="faint">
                {at + 1} of {media.length}
              </span>
            </>
          ) : null}
        </div>
        <JournalPicture
          key={shown.id}
          journal={shown.journal}
          id={shown.id}
          alt={shown.alt || shown.caption || shown.name}
          size="m"
        />
        <Facts media={shown} />
        {isFixed ? null : <Words key={`words ${shown.id}`} media={shown} />}
        <div className="photo-viewer-acts">
          {onEntry ? <Button onClick={() => onEntry(shown)}>Open the entry</Button> : null}
          <Download media={shown} />
          {isFixed ? null : <StripButton key={`strip ${shown.id}`} media={shown} />}
          {isFixed ? null : (
            <Button variant="subtle" onClick={remove}>
              Delete photo
            </Button>
          )}
        </div>
      </div>
    </Modal>
  );
}

type TurnProps = { isEnd: boolean; onClick: () => void; children: string };

/** Disabled as it is pressed it would lose the focus, and the arrow keys with it. */
function TurnButton({ isEnd, onClick, children }: TurnProps) {
  return (
    <Button variant="subtle" aria-disabled={isEnd} data-disabled={isEnd} onClick={onClick}>
      {children}
    </Button>
  );
}

function Facts({ media }: { media: JournalMedia }) {
  const { journal, id, name, sizeBytes, width, height, taken, spot } = media;
  const state = useFileWords(journal, id);
  const facts = [
    taken && `${shortDay(taken.v)}, ${timeIn(taken.v)}`,
    spot && `${spot.lat.toFixed(4)}, ${spot.lon.toFixed(4)}`,
    width > 0 && `${width} × ${height}`,
    formatBytes(sizeBytes),
    state,
  ].filter(Boolean);
  return (
    <p className="photo-viewer-facts quiet">
      <bdi>{name}</bdi>
      {facts.map((fact) => (
        <span key={String(fact)}>{fact}</span>
      ))}
    </p>
  );
}

function Words({ media: { journal, id, caption, alt } }: { media: JournalMedia }) {
  const { acts } = useJournal();
  // Some browsers send words away to check their spelling.
  const spells = !isSealedJournal(journal);
  return (
    <div className="photo-viewer-words">
      <TextInput
        label="Caption"
        autoComplete="off"
        spellCheck={spells}
        maxLength={longest.caption}
        value={caption}
        onChange={({ currentTarget }) =>
          acts.media.write(journal, id, "caption", currentTarget.value)
        }
        onBlur={() => acts.settle()}
      />
      <TextInput
        label="Description"
        description="What it shows, for who cannot see it"
        autoComplete="off"
        spellCheck={spells}
        maxLength={longest.caption}
        value={alt}
        onChange={({ currentTarget }) => acts.media.write(journal, id, "alt", currentTarget.value)}
        onBlur={() => acts.settle()}
      />
    </div>
  );
}

/** The file itself, as it was chosen. */
function Download({ media }: { media: JournalMedia }) {
  const { uid } = useJournal();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const files = await openJournalFiles(uid);
      saveFile(media.name || "photo", await files.read(media.journal, media, "full"));
    } catch (error) {
      const why = error instanceof JournalFileError ? ` ${error.message}` : "";
      tellProblem(`The photo could not be downloaded.${why}`);
    }
    setBusy(false);
  };
  return (
    <Button variant="default" loading={isBusy} onClick={() => void save()}>
      Download
    </Button>
  );
}
