import { currentSession } from "#app/session/session.ts";

/** By account: both places that ask have the same answer. */
const known = new Map<string, boolean>();
const uidNow = () => currentSession().user?.uid ?? "";

export async function ownNaming(): Promise<boolean | null> {
  const uid = uidNow();
  const kept = known.get(uid);
  if (kept !== undefined) return kept;
  const { ownGames } = await import("./ranked.ts");
  const { isNamed } = await ownGames();
  if (isNamed !== null) known.set(uid, isNamed);
  return isNamed;
}

/** @throws ApiError */
export async function setOwnNaming(isNamed: boolean): Promise<void> {
  const uid = uidNow();
  const { setNamed } = await import("./ranked.ts");
  await setNamed(isNamed);
  known.set(uid, isNamed);
}
