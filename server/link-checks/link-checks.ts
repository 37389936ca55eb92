/** Looks at the links of all that visitors see, weekly and when asked, and keeps what it found as `linkChecks/{kind}_{id}`. */
import { draftPath } from "#lib/content/draft.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { linkProblemOf } from "#lib/link-check.ts";
import type { CheckedLink, LinkCheck } from "#lib/link-check.ts";
import { linksOf } from "#lib/links-of.ts";
import type { ServerBackend, StoredDocument } from "#lib/server-backend.ts";
import type { JobKinds } from "../jobs/jobs.ts";
import type { LinkChecker } from "./check-link.ts";

type ChecksBackend = Pick<ServerBackend, "getDocument" | "listDocuments" | "commit">;

const linkChecksCollection = "linkChecks";
export const checkedKinds = ["projects", "certificates", "foodPosts", "foodWishlist"] as const;
type CheckedKind = (typeof checkedKinds)[number];

const weekMs = 7 * 24 * 3_600_000;
/** One host is never asked twice at once. */
const atOnce = 4;
const maxLinksOfSite = 1000;
/** What fails is asked once more after all others. */
const pauseMs = 30_000;

export class OfflineError extends Error {
  constructor() {
    super("The server cannot reach other sites just now. Try again later.");
    this.name = "OfflineError";
  }
}

export type LinkChecks = {
  /** One document, hidden or not, and its draft. Undefined when there is neither. @throws BackendError, OfflineError */
  checkOne(kind: CheckedKind, id: string): Promise<LinkCheck | undefined>;
  /** Documents with a link that leads nowhere. @throws BackendError */
  problems(): Promise<LinkCheck[]>;
  jobKinds: JobKinds;
};

export function createLinkChecks(deps: {
  backend: ChecksBackend;
  check: LinkChecker;
  /** Asked when no link at all answers: it may be this machine that has no network. */
  isOnline: () => Promise<boolean>;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Ends early when `signal` is aborted. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}): LinkChecks {
  const { backend, check, isOnline, now, sleep } = deps;

  /** Each address once, each host one after the other. */
  async function checkAll(
    urls: ReadonlySet<string>,
    signal?: AbortSignal,
  ): Promise<Map<string, CheckedLink>> {
    const byHost = Map.groupBy(urls, (url) => new URL(url).hostname);
    const queue = [...byHost.values()];
    const found = new Map<string, CheckedLink>();
    const work = async () => {
      for (let links = queue.shift(); links !== undefined; links = queue.shift()) {
        for (const url of links) {
          signal?.throwIfAborted();
          // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
          const link = await check(url, signal);
          if (link !== undefined) found.set(url, link);
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return found;
  }

  /** The document as visitors see it, and its draft. */
  async function writtenIn(kind: CheckedKind, id: string): Promise<PlainFields[]> {
    if (id === "") return [];
    const [document, draft] = await Promise.all([
      backend.getDocument(`${kind}/${id}`),
      backend.getDocument(draftPath(kind, id)),
    ]);
    const fields = draft?.data["fields"];
    return [document?.data ?? {}, isGroup(fields) ? fields : {}];
  }

  /** Nothing is learned of links by a machine without a network. */
  async function isLearned(found: ReadonlyMap<string, CheckedLink>): Promise<boolean> {
    const links = [...found.values()];
    return links.some(({ status }) => status !== 0) || (links.length > 0 && (await isOnline()));
  }

  async function keep(kind: CheckedKind, id: string, links: CheckedLink[]): Promise<LinkCheck> {
    const result: LinkCheck = {
      kind,
      docId: id,
      checkedAt: new Date(now()).toISOString(),
      problem: links.find(({ problem }) => problem !== null)?.problem ?? null,
      links,
    };
    await backend.commit([{ set: pathOf(kind, id), data: result }]);
    return result;
  }

  async function checkSite(signal: AbortSignal): Promise<PlainFields> {
    const shown: { kind: CheckedKind; document: StoredDocument; urls: string[] }[] = [];
    const there = new Set<string>();
    for (const kind of checkedKinds) {
      // oxlint-disable-next-line no-await-in-loop -- a few collections
      for (const document of await backend.listDocuments(kind)) {
        there.add(pathOf(kind, document.id));
        if (document.data["hidden"] === true) continue;
        shown.push({ kind, document, urls: linksOf(document.data) });
      }
    }
    const urls = new Set(shown.flatMap((one) => one.urls).slice(0, maxLinksOfSite));
    const found = await checkAll(urls, signal);
    if (urls.size > 0 && !(await isLearned(found))) {
      return { documents: shown.length, links: urls.size, offline: true };
    }
    const failed = new Set([...found.values()].flatMap((one) => (one.problem ? one.url : [])));
    if (failed.size > 0) {
      // A site that was away for a moment is not broken.
      await sleep(pauseMs, signal);
      for (const [url, again] of await checkAll(failed, signal)) found.set(url, again);
    }
    for (const { kind, document, urls: own } of shown) {
      const links = own.flatMap((url) => found.get(url) ?? []);
      // Nothing was learned of it: what was known stays.
      if (links.length < own.length && links.length === 0) continue;
      // oxlint-disable-next-line no-await-in-loop -- few, and each is a commit of its own
      await keep(kind, document.id, links);
    }
    // Of what has been deleted since.
    const old = (await backend.listDocuments(linkChecksCollection)).filter(
      ({ data }) => !there.has(pathOf(textOf(data["kind"]), textOf(data["docId"]))),
    );
    if (old.length > 0) {
      await backend.commit(old.slice(0, 400).map(({ path }) => ({ delete: path })));
    }
    const broken = [...found.values()].filter(({ problem }) => problem !== null).length;
    return { documents: shown.length, links: urls.size, broken };
  }

  return {
    async checkOne(kind, id) {
      const [document, draft] = await Promise.all([
        backend.getDocument(`${kind}/${id}`),
        backend.getDocument(draftPath(kind, id)),
      ]);
      if (document === null && draft === null) return undefined;
      const written = draft?.data["fields"] ?? null;
      // What the editor sees first.
      const urls = linksOf({ written, shown: document?.data ?? null });
      const found = await checkAll(new Set(urls));
      if (urls.length > 0 && !(await isLearned(found))) throw new OfflineError();
      return keep(
        kind,
        id,
        urls.flatMap((url) => found.get(url) ?? []),
      );
    },
    async problems() {
      const all = await backend.listDocuments(linkChecksCollection);
      const broken = all.filter(({ data }) => typeof data["problem"] === "string");
      const found = await Promise.all(
        broken.map(async ({ data }): Promise<LinkCheck[]> => {
          const kind = checkedKinds.find((checked) => checked === data["kind"]);
          const docId = textOf(data["docId"]);
          if (kind === undefined) return [];
          // Somebody may have mended it since.
          const problem = linkProblemOf(data, await writtenIn(kind, docId));
          if (problem === undefined) return [];
          return [{ kind, docId, checkedAt: textOf(data["checkedAt"]), problem, links: [] }];
        }),
      );
      return found.flat();
    },
    jobKinds: {
      "check-links": {
        every: { ms: weekMs },
        leaseMs: 30 * 60_000,
        maxAttempts: 3,
        run: (_data, { signal }) => checkSite(signal),
      },
    },
  };
}

function isGroup(value: PlainFields[string] | undefined): value is PlainFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: PlainFields[string] | undefined): string {
  return typeof value === "string" ? value : "";
}

function pathOf(kind: string, id: string): string {
  return `${linkChecksCollection}/${kind}_${id}`;
}
