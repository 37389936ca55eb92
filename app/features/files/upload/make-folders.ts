/** The folders that files were given in: those that are there already are used, the others are made. */
import { newDriveId } from "#app/live/drive/new-drive-id.ts";
import type { DriveAct, DriveActError } from "#lib/drive/acts.ts";
import { freeName, nameFrom, nameKey } from "#lib/drive/names.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import type { Drives } from "./drives.ts";
import type { Filing } from "./filing.ts";

/** Somebody else makes folders of the same names just now. */
const mostRounds = 5;

export type MadeFolder =
  /** `isNew`: nothing can lie in it yet. */
  { id: string; isNew: boolean } | { error: DriveActError };

export const pathKey = (path: readonly string[]): string => JSON.stringify(path);

type Parts = {
  drives: Pick<Drives, "childrenOf" | "look">;
  filing: Pick<Filing, "actAll">;
};

/**
 * @param paths each a list of names from `base` down; what lies above one may be left out
 * @returns by `pathKey`; with all that lie above @throws as `Filing`
 */
export async function makeFolders(
  { drives, filing }: Parts,
  { owner, base, paths }: { owner: string; base: string; paths: readonly (readonly string[])[] },
): Promise<Map<string, MadeFolder>> {
  const found = new Map<string, MadeFolder>([[pathKey([]), { id: base, isNew: false }]]);
  const wanted = new Map<string, readonly string[]>();
  for (const path of paths) {
    for (let depth = 1; depth <= path.length; depth += 1) {
      const part = path.slice(0, depth);
      wanted.set(pathKey(part), part);
    }
  }
  const inOrder = [...wanted].toSorted(([, a], [, b]) => a.length - b.length);
  for (let round = 1; ; round += 1) {
    const children = new Map<string, Promise<readonly DriveNode[]>>();
    const childrenOf = (folder: string): Promise<readonly DriveNode[]> => {
      const known = children.get(folder) ?? drives.childrenOf(owner, folder);
      children.set(folder, known);
      return known;
    };
    /** In folders that are made now. */
    const planned = new Map<string, { id: string; act: DriveAct; key: string }>();
    for (const [key, path] of inOrder) {
      if (found.has(key)) continue;
      const above = pathKey(path.slice(0, -1));
      const there = found.get(above);
      if (there && "error" in there) {
        found.set(key, there);
        continue;
      }
      const parent = there?.id ?? planned.get(above)?.id;
      if (parent === undefined) continue;
      const name = nameFrom(path.at(-1)!);
      // oxlint-disable-next-line no-await-in-loop -- most are known already
      const siblings = there && !there.isNew ? await childrenOf(parent) : [];
      const same = siblings.filter((node) => nameKey(node.name) === nameKey(name));
      const folder = same.find(({ kind }) => kind === "folder");
      if (folder) {
        found.set(key, { id: folder.id, isNew: false });
        continue;
      }
      const keys = new Set(siblings.map((node) => nameKey(node.name)));
      const id = newDriveId();
      const free = freeName(name, (taken) => keys.has(taken), "folder");
      planned.set(key, { id, key, act: { act: "make-folder", id, parent, name: free } });
    }
    if (planned.size === 0) return found;
    // Those above come first: a map keeps its order.
    const all = [...planned.values()];
    // oxlint-disable-next-line no-await-in-loop
    const results = await filing.actAll(
      owner,
      all.map(({ act }) => act),
    );
    const raced = all.filter(({ id, key }, index) => {
      const result = results[index] ?? { error: "changed" as const };
      if (!("error" in result)) found.set(key, { id, isNew: true });
      else if (round < mostRounds && isOfRace(result.error)) return true;
      else found.set(key, { error: result.error });
      return false;
    });
    // oxlint-disable-next-line no-await-in-loop
    if (raced.length > 0) await drives.look(owner);
  }
}

/** Another look shows what is there now; what lay in a folder that was not made has none yet. */
function isOfRace(error: DriveActError): boolean {
  return error === "name-taken" || error === "changed" || error === "no-folder";
}
