/** What players are told. */
import type { RunFault } from "#lib/games/game-api.ts";
import { apiError } from "../../http/answer.ts";

const refusals = {
  "invalid-request": [400, "This request is not understood."],
  "not-compared": [422, "Games with these settings have no leaderboard."],
  "daily-used": [409, "You have played today's game already. There is a new one tomorrow."],
  "no-account": [403, "This account cannot play for the leaderboards."],
  "no-run": [404, "There is no such game any more."],
  "no-board": [404, "There is no such leaderboard."],
  "run-used": [409, "This game is over: its result was sent before."],
  "not-increasing": [409, "This part of the game was told before."],
  "too-many": [409, "This was told more often than a game needs it."],
  busy: [503, "Many games are being checked just now. Try again in a moment."],
} as const satisfies Record<string, readonly [number, string]>;

const faults: Record<RunFault, string> = {
  "no-log": "The record of this game cannot be read, so it does not count.",
  "no-rules": "This game was played by rules that are not known here, so it does not count.",
  "no-engine": "This game was played with a version that is no longer here, so it does not count.",
  "goes-on": "The record goes on after the game was over, so it does not count.",
  "not-over": "This game is not over, so it does not count.",
  "not-compared": "Games with these settings have no leaderboard.",
  "other-log": "The record is not what was told while the game was played, so it does not count.",
  "other-result": "The game came out otherwise when it was played again, so it does not count.",
  "no-commits":
    "The connection was away for too long while the game was played, so it does not count.",
  fast: "The game was played faster than it can be, so it does not count.",
  slow: "The game was slowed down or stopped for too long, so it does not count.",
};

export function refuse(code: keyof typeof refusals): Response {
  const [status, message] = refusals[code];
  return apiError(status, code, message, status === 503 ? { "Retry-After": "5" } : {});
}

export const refuseRun = (fault: RunFault): Response => apiError(422, fault, faults[fault]);
