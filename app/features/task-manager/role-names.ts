import type { Role } from "#lib/boards/roles.ts";

export const roleNames: Record<Role, string> = {
  owner: "Owner",
  member: "Member",
  viewer: "Viewer",
};
