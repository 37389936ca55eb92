/** Who may be written to, and whom somebody takes nothing from. docs/chat.md */
import type { Block, ChatRefusal, FoundPerson, SiteOwner } from "#lib/chat/api.ts";
import { mostBlocked } from "#lib/chat/limits.ts";
import { faultOfKey } from "#lib/database-key.ts";
import { foldText } from "#lib/fold-text.ts";
import { oneLine } from "#lib/one-line.ts";
import { keysOf } from "#lib/keys-of.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { isBlocked, valueAt } from "./chat-updates.ts";

const mostFound = 20;
const mostLookedAt = 60;

/** As server/accounts writes it. */
type DirectoryRow = { name?: string; createdAt?: string; disabled?: boolean };

export type ChatPeople = {
  /** By the beginning of their name or of its last word. @throws BackendError */
  find(uid: string, words: string): Promise<FoundPerson[]>;
  /** The admin who has been here longest. @throws BackendError */
  owner(): Promise<SiteOwner>;
  /** @throws BackendError */
  block(uid: string, asked: Block): Promise<"done" | { refused: ChatRefusal }>;
};

export function createChatPeople(deps: {
  backend: Pick<ServerBackend, "getValue" | "queryValues" | "updateValues">;
}): ChatPeople {
  const { backend } = deps;

  async function personOf(caller: string, uid: string): Promise<FoundPerson | undefined> {
    const profile = (await valueAt(backend, `profiles/${uid}`)) as Record<string, unknown> | null;
    if (profile?.["findable"] !== true || (await isBlocked(backend, caller, uid))) return undefined;
    const { name, avatar } = profile;
    return {
      uid,
      name: typeof name === "string" ? oneLine(name, 80) : "",
      avatar: typeof avatar === "string" ? avatar : null,
    };
  }

  return {
    async find(uid, words) {
      const from = foldText(words);
      if (from === "" || faultOfKey(uid) !== undefined) return [];
      const range = { startAt: from, endAt: `${from}\uf8ff`, limit: mostLookedAt };
      const rows = (
        await Promise.all(
          ["sortName", "sortLastName"].map((orderBy) =>
            backend.queryValues("directory", { orderBy, ...range }),
          ),
        )
      ).flat();
      const uids = new Set(
        rows.flatMap(([one, row]) => {
          const { disabled } = (row ?? {}) as { disabled?: unknown };
          return one === uid || disabled === true ? [] : [one];
        }),
      );
      const people = await Promise.all([...uids].map((one) => personOf(uid, one)));
      return people
        .filter((one) => one !== undefined)
        .toSorted((a, b) => a.name.localeCompare(b.name))
        .slice(0, mostFound);
    },
    async owner() {
      const query = { orderBy: "role", equalTo: "admin", limit: 50 };
      const rows = await backend.queryValues("directory", query);
      const admins = rows
        .map(([uid, row]) => ({ uid, ...(row as DirectoryRow) }))
        .filter(({ disabled }) => disabled !== true)
        .toSorted((a, b) => ((a.createdAt ?? "") < (b.createdAt ?? "") ? -1 : 1));
      const [first] = admins;
      return first ? { uid: first.uid, name: first.name ?? "" } : null;
    },
    async block(uid, { uid: other, on }) {
      if (faultOfKey(uid) !== undefined || faultOfKey(other) !== undefined || uid === other) {
        return { refused: "no-such-person" };
      }
      if (on) {
        const blocked = keysOf(await valueAt(backend, `chatBlocks/${uid}`));
        if (blocked.length >= mostBlocked && !blocked.includes(other)) {
          return { refused: "not-allowed" };
        }
        if ((await valueAt(backend, `profiles/${other}`)) === null) {
          return { refused: "no-such-person" };
        }
      }
      await backend.updateValues({ [`chatBlocks/${uid}/${other}`]: on ? true : null });
      return "done";
    },
  };
}
