/**
 * When a refresh token may be exchanged. Every use of one gives a child; a token that two people hold shows itself
 * when one of them uses what the other has exchanged already:
 *
 *   fresh ──used──▶ replaced ──within a minute──▶ another child      two tabs of one browser
 *                      │ later, no child used ──▶ another child      the answer was lost; the first child is superseded
 *                      ▼ later, a child used
 *                    stale ◀── superseded
 *                      │ once ──▶ wait     a tab that slept: its browser has the newer token and gives it that
 *                      ▼ again
 *                    reused: the session ends
 */

const SIBLINGS_MS = 60_000;
/** What a waking tab sends in one go counts as once. The SDK tries again after 30 s. */
const REPLAY_MS = 10_000;

export type RefreshToken = {
  hash: string;
  replacedAt: number | null;
  superseded: boolean;
  replayedAt: number | null;
  /** One of its children has been exchanged. */
  childUsed: boolean;
};

export type Verdict = "child" | "superseding-child" | "first-replay" | "wait" | "reused";

export function judge(token: RefreshToken, nowMs: number): Verdict {
  if (!token.superseded) {
    if (token.replacedAt === null || nowMs - token.replacedAt <= SIBLINGS_MS) return "child";
    if (!token.childUsed) return "superseding-child";
  }
  if (token.replayedAt === null) return "first-replay";
  return nowMs - token.replayedAt <= REPLAY_MS ? "wait" : "reused";
}
