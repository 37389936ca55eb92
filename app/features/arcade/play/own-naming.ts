/** Whether the caller's name is shown on boards: wherever it is asked or told, it is the same. */
import { currentSession } from "#app/session/session.ts";

/** By account; null: not asked yet. */
const known = new Map<string, boolean | null>();
const listeners = new Set<() => void>();
const uidNow = () => currentSession().user?.uid ?? "";

function know(uid: string, isNamed: boolean | null | undefined): void {
  if (isNamed === undefined) known.delete(uid);
  else known.set(uid, isNamed);
  for (const listener of listeners) listener();
}

/** Undefined: it is not known. */
export const ownNaming = (): boolean | null | undefined => known.get(uidNow());

export function subscribeNaming(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @throws ApiError */
export async function askOwnNaming(): Promise<void> {
  const uid = uidNow();
  if (known.has(uid)) return;
  const { ownGames } = await import("./ranked.ts");
  const { isNamed } = await ownGames();
  // Whoever has answered meanwhile knows better.
  if (!known.has(uid)) know(uid, isNamed);
}

/** At once; taken back where the server refuses it. @throws ApiError */
export async function setOwnNaming(isNamed: boolean): Promise<void> {
  const uid = uidNow();
  const before = known.get(uid);
  know(uid, isNamed);
  try {
    const { setNamed } = await import("./ranked.ts");
    await setNamed(isNamed);
  } catch (error) {
    know(uid, before);
    throw error;
  }
}
