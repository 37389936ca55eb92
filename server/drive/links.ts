/** Share links as their owner has them. What visitors get by them: link-visits.ts. docs/sharing.md */
import { mostLinks } from "#lib/drive/limits.ts";
import type { ShareChoices, ShareLink, ShareLogEntry } from "#lib/drive/share-link.ts";
import { type ServerBackend, type StoredDocument, isConflict } from "#lib/server-backend.ts";
import type { Access } from "./access.ts";
import { newPassword } from "./link-password.ts";
import {
  type LinkRecord,
  newToken,
  pathOfLink,
  readLink,
  shares,
  toShareLink,
} from "./link-record.ts";
import type { DriveStore } from "./store.ts";

const mostTries = 20;
const nodesAtOnce = 20;

export type Links = {
  /** Of a node, or all, the newest first. @throws BackendError */
  list(owner: string, node: string | undefined): Promise<ShareLink[]>;
  /** @throws BackendError; DriveBusyError */
  create(
    owner: string,
    node: string,
    choices: ShareChoices,
  ): Promise<ShareLink | "not-found" | "too-many">;
  /** What is left out stays. @throws BackendError */
  change(
    owner: string,
    token: string,
    choices: { [Choice in keyof ShareChoices]?: ShareChoices[Choice] | undefined },
  ): Promise<ShareLink | "not-found" | "busy">;
  /** True also when it was revoked already. @throws BackendError; DriveBusyError */
  revoke(owner: string, token: string): Promise<boolean>;
  /** The newest first. @throws BackendError */
  log(owner: string, token: string): Promise<ShareLogEntry[] | undefined>;
  /** Of nodes that were deleted for good. @throws BackendError */
  forget(owner: string, nodes: ReadonlySet<string>): Promise<void>;
};

export function createLinks(deps: {
  backend: Pick<ServerBackend, "getDocument" | "findDocuments" | "commit">;
  access: Pick<Access, "below">;
  store: Pick<DriveStore, "readNode" | "update">;
  /** Tells the owner's devices. */
  changed: (owner: string) => Promise<void>;
  /** Milliseconds since 1970. */
  now: () => number;
}): Links {
  const { backend, access, store, changed, now } = deps;

  async function linksOf(owner: string): Promise<{ token: string; link: LinkRecord }[]> {
    const found = await backend.findDocuments(shares, { where: { owner }, limit: mostLinks + 100 });
    return found.flatMap((document) => {
      const link = readLink(document);
      return link ? [{ token: document.id, link }] : [];
    });
  }

  async function ownLink(owner: string, token: string) {
    const document = await backend.getDocument(pathOfLink(token));
    const link = readLink(document);
    return document !== null && link?.owner === owner ? { document, link } : undefined;
  }

  async function namesOf(owner: string, ids: readonly string[]) {
    const nodes = new Map<string, { name: string }>();
    for (let at = 0; at < ids.length; at += nodesAtOnce) {
      const some = ids.slice(at, at + nodesAtOnce);
      // oxlint-disable-next-line no-await-in-loop -- so many at once
      const found = await Promise.all(some.map((id) => access.below(owner, id, id)));
      for (const [node] of found.flatMap((chain) => (chain ? [chain] : []))) {
        if (node) nodes.set(node.id, node);
      }
    }
    return nodes;
  }

  return {
    async list(owner, node) {
      const all = await linksOf(owner);
      const wanted = node === undefined ? all : all.filter(({ link }) => link.node === node);
      const nodes = await namesOf(owner, [...new Set(wanted.map(({ link }) => link.node))]);
      return wanted
        .toSorted((one, other) => other.link.createdAt - one.link.createdAt)
        .map(({ token, link }) => toShareLink(token, link, nodes.get(link.node)));
    },

    async create(owner, id, { expiresAt, password, ...choices }) {
      if ((await access.below(owner, id, id)) === undefined) return "not-found";
      const secret = password === null ? null : await newPassword(password);
      const made = await store.update<ShareLink | "not-found" | "too-many">(owner, async () => {
        const [node] = (await access.below(owner, id, id)) ?? [];
        if (node === undefined) return { result: "not-found", writes: [] };
        const all = await linksOf(owner);
        if (all.length >= mostLinks) return { result: "too-many", writes: [] };
        const token = newToken();
        const link: LinkRecord = {
          ...choices,
          owner,
          node: id,
          kind: node.kind,
          createdAt: now(),
          expiresAt: expiresAt === null ? null : Date.parse(expiresAt),
          downloads: 0,
          views: 0,
          password: secret,
          log: [],
        };
        return {
          result: toShareLink(token, link, node),
          writes: [{ put: { ...node, links: linksAt(all, id) + 1 } }],
          also: [{ set: pathOfLink(token), data: link, when: { exists: false } }],
        };
      });
      if (typeof made !== "string") await changed(owner);
      return made;
    },

    async change(owner, token, { expiresAt, password, ...choices }) {
      const secret = typeof password === "string" ? await newPassword(password) : null;
      for (let tries = 0; tries < mostTries; tries += 1) {
        // oxlint-disable-next-line no-await-in-loop -- visitors are counted meanwhile
        const found = await ownLink(owner, token);
        if (!found) return "not-found";
        const data = withoutUndefined<Partial<LinkRecord>>({
          ...choices,
          expiresAt: typeof expiresAt === "string" ? Date.parse(expiresAt) : expiresAt,
          password: password === undefined ? undefined : secret,
        });
        const when = { updateTime: found.document.updateTime };
        try {
          if (Object.keys(data).length > 0) {
            // oxlint-disable-next-line no-await-in-loop -- see above
            await backend.commit([{ update: pathOfLink(token), data, when }]);
          }
        } catch (error) {
          if (!isConflict(error)) throw error;
          continue;
        }
        const link = { ...found.link, ...data };
        // oxlint-disable-next-line no-await-in-loop -- the last thing that is done
        const [node] = (await access.below(owner, link.node, link.node)) ?? [];
        return toShareLink(token, link, node);
      }
      return "busy";
    },

    async revoke(owner, token) {
      const found = await ownLink(owner, token);
      if (!found) return false;
      // At once, however many others change the drive.
      await backend.commit([{ delete: pathOfLink(token) }]);
      const { node: id } = found.link;
      await store.update(owner, async () => {
        const node = await store.readNode(owner, id);
        const links = linksAt(await linksOf(owner), id);
        if (node === undefined || node.links === links) return { result: undefined, writes: [] };
        return { result: undefined, writes: [{ put: { ...node, links } }] };
      });
      await changed(owner);
      return true;
    },

    async log(owner, token) {
      return (await ownLink(owner, token))?.link.log.toReversed();
    },

    async forget(owner, nodes) {
      const gone = (await linksOf(owner)).filter(({ link }) => nodes.has(link.node));
      for (let at = 0; at < gone.length; at += 200) {
        const some = gone.slice(at, at + 200);
        // oxlint-disable-next-line no-await-in-loop -- a commit has so many writes
        await backend.commit(some.map(({ token }) => ({ delete: pathOfLink(token) })));
      }
    },
  };
}

function linksAt(links: readonly { link: LinkRecord }[], node: string): number {
  return links.filter(({ link }) => link.node === node).length;
}

function withoutUndefined<Fields extends object>(fields: {
  [Name in keyof Fields]?: Fields[Name] | undefined;
}): Fields {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Fields;
}

/** Those that ended long ago, and those of nodes that are gone. @throws BackendError */
export async function sweepLinks(deps: {
  backend: Pick<ServerBackend, "findDocuments">;
  store: Pick<DriveStore, "readNode">;
  links: Pick<Links, "revoke" | "forget">;
  nowMs: number;
}): Promise<void> {
  const { backend, store, links, nowMs } = deps;
  let after: string | undefined;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- page after page
    const page: StoredDocument[] = await backend.findDocuments(shares, { after, limit: 200 });
    for (const document of page) {
      const link = readLink(document);
      if (!link) continue;
      const { owner, node, expiresAt } = link;
      if (expiresAt !== null && nowMs - expiresAt > keptEndedMs) {
        // oxlint-disable-next-line no-await-in-loop -- nobody waits for it
        await links.revoke(owner, document.id);
        continue;
      }
      // oxlint-disable-next-line no-await-in-loop -- see above
      if (!(await store.readNode(owner, node))) await links.forget(owner, new Set([node]));
    }
    if (page.length < 200) return;
    after = page.at(-1)?.id;
  }
}

/** Their owner still sees who came, and may let them go on. */
const keptEndedMs = 30 * 86_400_000;
