import type { DriveRole } from "#lib/drive/acts.ts";
import type { InvitedDriveRole } from "#lib/drive/people.ts";
import { problemText } from "#app/session/problem-text.ts";

export const roleNames: Record<DriveRole, string> = {
  owner: "Owner",
  member: "Member",
  viewer: "Viewer",
};

export const roleHelp: Record<InvitedDriveRole, string> = {
  member: "Members add, change and delete what is in the folder.",
  viewer: "Viewers open and download, and change nothing.",
};

export const nameless = "Somebody without a name";

/** @throws Error whose message is for people */
export async function sayingWhy(act: Promise<void>): Promise<void> {
  try {
    await act;
  } catch (error) {
    throw new Error(problemText(error) ?? "It was not done.", { cause: error });
  }
}
