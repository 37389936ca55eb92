import type { InvitedRole } from "#lib/boards/api.ts";
import { quoted } from "#lib/quoted.ts";

/** @param by empty: they have no name */
export function inviteWords(by: string, board: string, role: InvitedRole): string {
  return `${by || "Somebody"} invites you to ${quoted(board)} as a ${role}.`;
}

export const roleHelp: Record<InvitedRole, string> = {
  member: "Members change cards and columns.",
  viewer: "Viewers look, and change nothing.",
};
