/** What goes on while other pages are looked at, for as long as the account is signed in. */
import { openAuth } from "#app/live/firebase.ts";
import { createLeaveWarning } from "#app/live/leave-warning.ts";

type Closable<Item> = {
  snapshot(): readonly Item[];
  subscribe(listener: () => void): () => void;
  close(): void;
};

/**
 * @param isUnderWay while one is, the browser asks before the tab is closed
 * @returns the same for everybody who asks for an account; after a failure the next one who asks tries again
 */
export function holdForSession<Item, Held extends Closable<Item>>(
  open: (uid: string) => Promise<Held>,
  isUnderWay: (item: Item) => boolean,
  follow = followUser,
): (uid: string) => Promise<Held> {
  let held: { uid: string; opening: Promise<Held>; life: AbortController } | undefined;
  let isFollowing = false;

  function close(): void {
    const before = held;
    held = undefined;
    if (before === undefined) return;
    before.life.abort();
    before.opening.then(
      (opened) => opened.close(),
      () => {
        // It did not open, so there is nothing to close.
      },
    );
  }

  function closeInTime(): void {
    if (isFollowing) return;
    isFollowing = true;
    follow((uid) => {
      if (held !== undefined && uid !== held.uid) close();
    });
  }

  function warnBeforeLeaving(opened: Held, life: AbortSignal): void {
    const warn = createLeaveWarning();
    const look = () => warn(!life.aborted && opened.snapshot().some(isUnderWay));
    const end = opened.subscribe(look);
    life.addEventListener("abort", () => {
      end();
      look();
    });
    look();
  }

  return (uid) => {
    if (held?.uid === uid) return held.opening;
    close();
    closeInTime();
    const life = new AbortController();
    const opening = open(uid).then((opened) => {
      if (!life.signal.aborted) warnBeforeLeaving(opened, life.signal);
      return opened;
    });
    const mine = { uid, opening, life };
    held = mine;
    opening.catch(() => {
      // Who asked is told; here it is only forgotten.
      if (held === mine) held = undefined;
    });
    return opening;
  };
}

/** @param told who is signed in, now and whenever that changes */
function followUser(told: (uid: string | undefined) => void): void {
  openAuth().then(
    ({ auth, sdk }) => sdk.onAuthStateChanged(auth, (user) => told(user?.uid)),
    () => {
      // Without a sign-in service nobody else comes.
    },
  );
}
