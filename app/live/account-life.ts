/** How long who is signed in stays: what was begun as one account is neither gone on with as the next one, nor told to it. */
import { openAuth } from "./firebase.ts";
import { once } from "./once.ts";

type Lives = {
  /** Of who is signed in now, or comes next. */
  now: () => AbortSignal;
  /** Undefined: nobody is signed in. */
  become: (uid: string | undefined) => void;
};

export function createLives(onEnd: () => void): Lives {
  let life = new AbortController();
  let uid: string | undefined;
  return {
    now: () => life.signal,
    become(next) {
      const isOver = uid !== undefined && next !== uid;
      uid = next;
      if (!isOver) return;
      const ended = life;
      life = new AbortController();
      ended.abort();
      onEnd();
    },
  };
}

const listeners = new Set<() => void>();
const lives = createLives(() => {
  for (const listener of listeners) listener();
});

const follow = once(async () => {
  const { auth, sdk } = await openAuth();
  sdk.onAuthStateChanged(auth, (user) => lives.become(user?.uid));
});

/** Aborted when they sign out, in whatever tab. */
export function accountLife(): AbortSignal {
  // Without a sign-in service nobody else comes.
  follow().catch(() => {});
  return lives.now();
}

/** To the end of the page: whenever who was signed in is not any more. */
export function onAccountEnd(listener: () => void): void {
  listeners.add(listener);
  accountLife();
}
