/** What somebody sees who has the address of a link: asked anew of the tree, the account and the link at each visit. */
import { fixedWords } from "#lib/dates/date-words.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import type { ShareLogEntry, SharedPage, SharedRow } from "#lib/drive/share-link.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { browserFacts } from "../analytics/browser-facts.ts";
import type { Access } from "./access.ts";
import type { LinkAdmission } from "./link-admission.ts";
import { isProved } from "./link-password.ts";
import { type LinkRecord, pathOfLink, readLink } from "./link-record.ts";
import type { DriveStore } from "./store.ts";

const mostRows = 2000;
const pageSize = 500;

/** Who comes, as their browser says. */
export type Visitor = { cookies: string | undefined; agent: string };

type Found = {
  link: LinkRecord;
  /** From the node up to the shared one. */
  chain: DriveNode[];
};

export type LinkVisits = {
  /**
   * `locked`: it has a password, which this visitor has not given; `used-up`: no download is left.
   * @param id undefined: what is shared itself @throws BackendError
   */
  find(
    token: string,
    id: string | undefined,
    visitor: Pick<Visitor, "cookies">,
  ): Promise<Found | "gone" | "locked">;
  /** Counts the visit. @throws BackendError */
  page(token: string, id: string | undefined, visitor: Visitor): Promise<SharedPage>;
  /** Whether this may still be sent, in the same moment in which it is counted. @throws BackendError */
  count(
    token: string,
    visitor: Visitor,
    entry: { act: ShareLogEntry["act"]; name: string },
    counts: "download" | "view" | "nothing",
  ): Promise<"in" | "gone" | "locked" | "used-up">;
};

export function createLinkVisits(deps: {
  backend: Pick<ServerBackend, "getDocument" | "getAccount" | "getValue">;
  access: Pick<Access, "below">;
  store: Pick<DriveStore, "childrenOf">;
  admission: LinkAdmission;
  /** Milliseconds since 1970. */
  now: () => number;
}): LinkVisits {
  const { backend, access, store, admission, now } = deps;

  function why(
    link: LinkRecord,
    token: string,
    { cookies }: Pick<Visitor, "cookies">,
  ): "gone" | "locked" | undefined {
    if (link.expiresAt !== null && now() >= link.expiresAt) return "gone";
    const isOpen = link.password === null || isProved(cookies, token, link.password, now());
    return isOpen ? undefined : "locked";
  }

  const find: LinkVisits["find"] = async (token, id, visitor) => {
    const link = readLink(await backend.getDocument(pathOfLink(token)));
    if (link === undefined) return "gone";
    const refusal = why(link, token, visitor);
    if (refusal === "gone") return refusal;
    const account = await backend.getAccount(link.owner);
    if (account === null || account.disabled) return "gone";
    // Who has not given the password learns nothing of what lies below.
    const wanted = refusal === undefined ? (id ?? link.node) : link.node;
    const chain = await access.below(link.owner, link.node, wanted);
    if (chain === undefined || chain.length === 0) return "gone";
    return refusal ?? { link, chain };
  };

  const count: LinkVisits["count"] = (token, visitor, { act, name }, counts) =>
    admission.admit(token, {
      // Somebody who only tries passwords has none.
      why: (link) => (act === "wrong-password" ? undefined : why(link, token, visitor)),
      counts,
      entry: { at: now(), act, name: name.slice(0, 255), device: deviceOf(visitor.agent) },
    });

  async function rowsOf(owner: string, folder: string) {
    const rows: SharedRow[] = [];
    let after: string | undefined;
    do {
      // oxlint-disable-next-line no-await-in-loop -- page after page
      const page = await store.childrenOf(owner, folder, { after, limit: pageSize });
      rows.push(...page.nodes.map(toRow));
      after = page.next;
    } while (after !== undefined && rows.length < mostRows);
    return { rows: rows.toSorted(byKindAndName).slice(0, mostRows), isCut: after !== undefined };
  }

  async function nameOf(owner: string): Promise<string> {
    const { value } = await backend.getValue(`profiles/${owner}/name`);
    return typeof value === "string" ? value : "";
  }

  return {
    find,
    count,
    async page(token, id, visitor) {
      const found = await find(token, id, visitor);
      if (found === "gone") return { kind: "gone" };
      if (found === "locked") return { kind: "locked", token, problem: "" };
      const { link, chain } = found;
      const [node] = chain;
      if (node === undefined) return { kind: "gone" };
      const counted = await count(
        token,
        visitor,
        { act: "page", name: node.id === link.node ? "" : node.name },
        "view",
      );
      if (counted === "gone") return { kind: "gone" };
      const shown = {
        token,
        name: node.name,
        by: link.showName ? await nameOf(link.owner) : "",
        until: link.expiresAt === null ? "" : untilWords(link.expiresAt),
        left: link.limit === null ? null : Math.max(0, link.limit - link.downloads),
      };
      if (node.kind === "file") {
        const { size, at } = node.version;
        return { ...shown, kind: "file", id: node.id, size, on: dayOf(at) };
      }
      const path = chain.toReversed().map(({ id: folder, name }) => ({ id: folder, name }));
      return {
        ...shown,
        kind: "folder",
        id: node.id,
        path,
        ...(await rowsOf(link.owner, node.id)),
      };
    },
  };
}

function toRow(node: DriveNode): SharedRow {
  const { id, name, kind } = node;
  return node.kind === "file"
    ? { id, name, kind, size: node.version.size, on: dayOf(node.version.at) }
    : { id, name, kind, size: 0, on: dayOf(node.updatedAt) };
}

function dayOf(instant: string): string {
  return fixedWords(instant.slice(0, 10));
}

const collator = new Intl.Collator("en", { numeric: true });

function byKindAndName(one: SharedRow, other: SharedRow): number {
  if (one.kind !== other.kind) return one.kind === "folder" ? -1 : 1;
  return collator.compare(one.name, other.name);
}

/** Of no zone that anybody said. */
function untilWords(ms: number): string {
  return `${fixedWords(new Date(ms).toISOString().slice(0, 16))} UTC`;
}

function deviceOf(agent: string): string {
  const { device, browser } = browserFacts(agent);
  if (browser === undefined) return device ?? "";
  return device === undefined ? browser : `${browser}, ${device}`;
}
