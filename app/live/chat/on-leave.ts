/** Called when the account is about to leave this browser, while it may still write. Returns a function that ends it. */
export function onLeave(uid: string, call: () => void): () => void {
  const life = new AbortController();
  const look = async () => {
    // It stands where the outbox is, which the tool does not wait for.
    const account = await (await import("./open-outgoing.ts")).lifeOf(uid);
    if (life.signal.aborted) return;
    account.addEventListener("abort", call, { once: true, signal: life.signal });
  };
  // Without a sign-in service nobody signs out.
  look().catch(() => undefined);
  return () => life.abort();
}
