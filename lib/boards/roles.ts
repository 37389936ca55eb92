export type Role = "owner" | "member" | "viewer";

/** `settings`: name, colour and zone of the board. */
export type RoleAct = "read" | "write" | "settings" | "people" | "publish" | "delete";

const least: Record<RoleAct, readonly Role[]> = {
  read: ["owner", "member", "viewer"],
  write: ["owner", "member"],
  settings: ["owner"],
  people: ["owner"],
  publish: ["owner"],
  delete: ["owner"],
};

export function may(role: Role, act: RoleAct): boolean {
  return least[act].includes(role);
}

/** As `boards/{board}/members/{uid}` has it. */
export type Member = {
  role: Role;
  name: string;
  /** Milliseconds since 1970. */
  since: number;
};

/** By uid. What is no member is left out. @param value `boards/{board}/members` */
export function readMembers(value: unknown): Map<string, Member> {
  const members = new Map<string, Member>();
  for (const [uid, stored] of Object.entries(value ?? {})) {
    const { role, name, since } = (stored ?? {}) as Record<string, unknown>;
    if (role !== "owner" && role !== "member" && role !== "viewer") continue;
    members.set(uid, {
      role,
      name: typeof name === "string" ? name : "",
      since: typeof since === "number" ? since : 0,
    });
  }
  return members;
}
