/**
 * Where files are given to a folder: dropped anywhere on the page or pasted, with whole folders; chosen by the menu. Shows
 * how far they are, asks about names that are taken, and says at the end what became of each.
 */
import { type ReactNode, useMemo, useState } from "react";
import { logFailure } from "#app/session/log-failure.ts";
import { useSession } from "#app/session/session.ts";
import { useHeld } from "#app/parts/uploader/use-held.ts";
import { filesText } from "#app/parts/uploader/upload-words.ts";
import { rootFolder } from "#lib/drive/node.ts";
import { quoted } from "#lib/quoted.ts";
import type { DriveSource } from "../source.ts";
import { ConflictDialog, UploadDock } from "./late-parts.tsx";
import type { Handed } from "./read-given.ts";
import { PlaceContext, type UploadSeat } from "./upload-seat.ts";
import { useGiven } from "./use-given.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/drive-upload.css";

type Props = {
  source: DriveSource;
  /** What is shown. Undefined where nothing can be put, as in the trash. */
  folder: string | undefined;
  children: ReactNode;
};

/** The page is there before it. */
const openHeld = async (uid: string) => (await import("./held-drive.ts")).driveUploadsOf(uid);

export function UploadPlace(props: Props) {
  const { user } = useSession();
  // The guard shows this to nobody else.
  return user ? <PlaceOf key={user.uid} uid={user.uid} {...props} /> : null;
}

function PlaceOf({ uid, source, folder, children }: Props & { uid: string }) {
  const { uploads, list: jobs, failed, openAgain } = useHeld(uid, openHeld);
  const [notice, setNotice] = useState<string>();
  const [isHidden, setHidden] = useState(false);
  /** Questions that are for later. */
  const [put, setPut] = useState<ReadonlySet<string>>(new Set());
  const mayWrite = source.role !== "viewer" && folder !== undefined;

  async function give(
    coming: Promise<Handed> | Handed,
    { pasted, version, isAgain = false }: Parameters<UploadSeat["give"]>[1] = {},
  ): Promise<void> {
    setNotice(undefined);
    setHidden(false);
    const into = version?.parent ?? folder;
    // What was cut off has its place.
    if (uploads === undefined || (into === undefined && !isAgain)) return;
    const { owner } = source;
    try {
      const handed = await coming;
      const strangers = await uploads.give({
        ...handed,
        owner,
        folder: into ?? rootFolder,
        isAgain,
        onTaken: pasted ? "keep-both" : "ask",
        ...(version && { version: version.id }),
      });
      if (strangers.length > 0) setNotice(strangersText(strangers));
    } catch (error) {
      logFailure("Files were not taken", error);
      setNotice(
        error instanceof RangeError
          ? `${error.message} Nothing of these was sent.`
          : "These files could not be taken: the browser has no space to note them. Nothing of them was sent.",
      );
    }
  }

  const isOver = useGiven(mayWrite && uploads !== undefined, (handed, pasted) => {
    void give(handed, { pasted });
  });
  const asked = useMemo(() => jobs.filter(({ state }) => state === "asked"), [jobs]);
  const askedNow = asked.filter(({ id }) => !put.has(id));
  const seat: UploadSeat = {
    uploads,
    mayWrite,
    hasReport: jobs.length > 0,
    give,
    showReport: () => setHidden(false),
  };
  return (
    <PlaceContext value={seat}>
      {children}
      {isOver ? (
        <div className="drive-drop" aria-hidden>
          <p>Drop files or folders to upload them here</p>
        </div>
      ) : null}
      {failed || notice !== undefined ? (
        <div className="drive-dock drive-dock-notice" role="alert">
          {failed ? (
            <p>
              {cannotBegin()}{" "}
              <button type="button" className="act" onClick={openAgain}>
                Try again
              </button>
            </p>
          ) : (
            <p>
              {notice}{" "}
              <button type="button" className="act" onClick={() => setNotice(undefined)}>
                Close
              </button>
            </p>
          )}
        </div>
      ) : null}
      {uploads && jobs.length > 0 && !isHidden ? (
        <UploadDock
          uploads={uploads}
          jobs={jobs}
          onFiles={(files) => void give(files, { isAgain: true })}
          onDecide={() => setPut(new Set())}
          onHide={() => setHidden(true)}
        />
      ) : null}
      {uploads && askedNow[0] ? (
        <ConflictDialog
          key={askedNow[0].id}
          job={askedNow[0]}
          others={askedNow.length - 1}
          onAnswer={(rule, isForAll) =>
            uploads.answer(
              (isForAll ? askedNow : askedNow.slice(0, 1)).map(({ id }) => id),
              rule,
            )
          }
          onLater={() => setPut(new Set([...put, ...askedNow.map(({ id }) => id)]))}
        />
      ) : null}
      <p className="unseen" aria-live="polite">
        {asked.length > 0 ? `Names that are there already: ${asked.length}` : null}
      </p>
    </PlaceContext>
  );
}

function strangersText(names: readonly string[]): string {
  const others = names.length - 1;
  const what =
    others === 0 ? quoted(names[0]!) : `${quoted(names[0]!)} and ${filesText(others)} more`;
  return `${what} ${others === 0 ? "is" : "are"} not among those that were cut off, so nothing was sent of ${others === 0 ? "it" : "them"}.`;
}

/** Without a safe connection browsers hash and lock nothing, and an upload could not be found again. */
function cannotBegin(): string {
  return isSecureContext
    ? "Uploads cannot begin: the site cannot be reached, or this browser keeps nothing for it."
    : "Uploads cannot begin: this page is not on a safe connection (https).";
}
