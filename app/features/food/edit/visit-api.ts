/** A wish that came true: `/api/food/visit`. */
import { callApi } from "#app/live/api.ts";
import type { VisitBefore } from "#lib/food/visit.ts";

export type Visit = { id: string; postId: string; before?: VisitBefore };

/** @throws ApiError whose message is for people */
export async function visitWish(id: string): Promise<Visit> {
  const body = { id, today: localDay(new Date()) };
  return { id, ...(await callApi<Omit<Visit, "id">>("POST", "/api/food/visit", body)) };
}

/** @throws ApiError; what is done may be done again */
export async function takeVisitBack({ id, postId, before }: Visit): Promise<void> {
  if (before === undefined) return;
  await callApi("POST", "/api/food/visit/take-back", { id, postId, before });
}

/** `YYYY-MM-DD` where the owner is. */
export function localDay(at: Date): string {
  const parts = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0"));
  return [at.getFullYear(), ...parts].join("-");
}
