/**
 * How the answer of another provider comes back from the window that was opened for it. That window has been at another
 * site, so it lost its opener, and its opener sees it as closed at once (docs/decisions/0029-a-popup-loses-its-opener.md).
 * What is left to both is the storage of the origin.
 */

/** As the server writes it: server/sign-in-providers/answer-page.ts. */
export type ProviderAnswer = { credential: string } | { error: string };

const prefix = "foyer:sign-in:";
/** As long as the server remembers what was begun. */
const lifeMs = 600_000;
/** Somebody who comes back to this window has closed the other one, or will be done in it within this time. */
const graceMs = 1500;

/**
 * Waits for the answer to the request `id`.
 * @param lost somebody is back in this window, and no answer is there. It may come nevertheless.
 * @param signal ends the waiting: undefined then, and after ten minutes.
 */
export function awaitAnswer(
  id: string,
  options: { popup: Window; lost: () => void; signal: AbortSignal },
): Promise<ProviderAnswer | undefined> {
  const { popup, lost, signal } = options;
  const key = prefix + id;
  forgetOldAnswers();
  return new Promise((resolve) => {
    const ended = new AbortController();
    const listening = { signal: ended.signal };
    let back: ReturnType<typeof setTimeout> | undefined;
    const life = setTimeout(() => end(undefined), lifeMs);

    function end(answer: ProviderAnswer | undefined): void {
      ended.abort();
      clearTimeout(life);
      clearTimeout(back);
      resolve(answer);
    }
    function look(): void {
      const text = localStorage.getItem(key);
      if (text === null) return;
      // The other window closes when it sees this.
      localStorage.removeItem(key);
      end(readAnswer(text));
    }
    addEventListener("storage", (event) => event.key === key && look(), listening);
    // A page that slept was told nothing.
    document.addEventListener("visibilitychange", look, listening);
    addEventListener(
      "focus",
      () => {
        look();
        clearTimeout(back);
        back = setTimeout(() => {
          if (!ended.signal.aborted && popup.closed) lost();
        }, graceMs);
      },
      listening,
    );
    signal.addEventListener("abort", () => end(undefined), listening);
    if (signal.aborted) end(undefined);
  });
}

function readAnswer(text: string): ProviderAnswer {
  try {
    const { credential, error } = JSON.parse(text) as { credential?: unknown; error?: unknown };
    if (typeof credential === "string") return { credential };
    if (typeof error === "string") return { error };
  } catch {
    // Said below: nobody of ours wrote it.
  }
  return { error: "provider-failed" };
}

/** Of windows whose openers have gone. What they hold is good for two minutes and needs what the opener knew. */
function forgetOldAnswers(): void {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(prefix)) continue;
    const written = /"at":(\d+)/.exec(localStorage.getItem(key) ?? "")?.[1];
    if (written === undefined || Date.now() - Number(written) > lifeMs)
      localStorage.removeItem(key);
  }
}
