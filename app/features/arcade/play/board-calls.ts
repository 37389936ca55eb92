/** Boards and kept runs, as the server has them. */
import type { BoardAnswer, GameName, KeptRun, Period, RemoveRequest } from "#lib/games/game-api.ts";

type Asked = { game: GameName; board: string; period: Period };

/** With who is signed in, their own one is marked. @throws ApiError; Error; an AbortError */
export async function readBoard({
  isSignedIn,
  signal,
  ...asked
}: Asked & { isSignedIn: boolean; signal: AbortSignal }): Promise<BoardAnswer> {
  const path = `/api/games/board?${new URLSearchParams(asked).toString()}` as const;
  if (!isSignedIn) return read<BoardAnswer>(path, signal);
  const { callApi } = await import("#app/live/api.ts");
  return callApi<BoardAnswer>("GET", path, undefined, { signal });
}

/** @throws Error; an AbortError */
export function readRun(run: string, signal: AbortSignal): Promise<KeptRun> {
  return read<KeptRun>(`/api/games/run?id=${encodeURIComponent(run)}`, signal);
}

/** @throws ApiError */
export async function removeRun(request: RemoveRequest): Promise<void> {
  const { callApi } = await import("#app/live/api.ts");
  await callApi("POST", "/api/games/remove", request);
}

/** As a visitor, who loads nothing of Firebase for it. */
async function read<Answer>(path: string, signal: AbortSignal): Promise<Answer> {
  const response = await fetch(path, { signal, credentials: "omit" });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as Answer;
}
