/**
 * The uploads of who is signed in. They go on while other pages are looked at: a browser gives a file to this tab only,
 * so what is closed has to be chosen again.
 */
import { openUploads } from "#app/live/uploads/open-uploads.ts";
import type { Uploads } from "#app/live/uploads/upload.ts";
import { isUnderWay } from "./upload-words.ts";

let held: { uid: string; opening: Promise<Uploads>; release: () => void } | undefined;

/** The same for everybody who asks for that account; after a failure the next one who asks tries again. */
export function uploadsOf(uid: string): Promise<Uploads> {
  if (held?.uid === uid) return held.opening;
  closeUploads();
  const life = new AbortController();
  const opening = openUploads(uid).then((uploads) => {
    if (life.signal.aborted) uploads.close();
    else warnBeforeLeaving(uploads, life.signal);
    return uploads;
  });
  const mine = { uid, opening, release: () => life.abort() };
  held = mine;
  opening.catch(() => {
    // Who asked is told; here it is only forgotten.
    if (held === mine) held = undefined;
  });
  return opening;
}

/** When somebody else, or nobody, is signed in. */
export function closeUploads(): void {
  const before = held;
  held = undefined;
  if (before === undefined) return;
  before.release();
  before.opening.then(
    (uploads) => uploads.close(),
    () => {
      // It did not open, so there is nothing to close.
    },
  );
}

/** The browser asks before it closes a tab that still sends. A listener costs a page its place in the back-forward cache. */
function warnBeforeLeaving(uploads: Uploads, life: AbortSignal): void {
  let warning = false;
  const follow = () => {
    const busy = !life.aborted && uploads.snapshot().some(isUnderWay);
    if (busy === warning) return;
    warning = busy;
    if (busy) addEventListener("beforeunload", stayHere);
    else removeEventListener("beforeunload", stayHere);
  };
  const end = uploads.subscribe(follow);
  life.addEventListener("abort", () => {
    end();
    follow();
  });
  follow();
}

function stayHere(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
