/**
 * The audit log: `auditLog/{id}`, one document for each act, only ever added to. Ids begin with the time, so they are in
 * its order. Kept for three years. It is written before the act is answered: an act whose entry cannot be written is refused.
 */
import { auditActions } from "#lib/audit-actions.ts";
import type { AuditAction, AuditEntry } from "#lib/audit-actions.ts";
import type { ServerBackend, StoredDocument } from "#lib/server-backend.ts";

type AuditBackend = Pick<ServerBackend, "commit" | "findDocuments" | "getDocument">;

export type NewAuditEntry = {
  actor: string;
  action: AuditAction;
  target?: string | undefined;
  /** No secrets, no texts of mails; e-mail addresses are left out of texts. */
  details?: Record<string, string | number | boolean>;
  undoes?: string | undefined;
};

type AuditQuery = {
  actor?: string | undefined;
  target?: string | undefined;
  action?: AuditAction | undefined;
  /** An id: only entries of before. */
  before?: string | undefined;
  /** ISO instants, both included. */
  from?: string | undefined;
  to?: string | undefined;
  limit: number;
};

type AuditPage = {
  entries: AuditEntry[];
  /** For `before` of the page that follows; undefined after the last one. */
  next: string | undefined;
};

export type Audit = {
  /** Undefined when there is none. @throws BackendError */
  get(id: string): Promise<AuditEntry | undefined>;
  /** Resolves with its id once it is stored. @throws BackendError */
  add(entry: NewAuditEntry): Promise<string>;
  /** Newest first. A page of filters may have fewer entries than `limit`, and others follow. @throws BackendError */
  list(query: AuditQuery): Promise<AuditPage>;
};

export const auditCollection = "auditLog";
const maxDetails = 20;
const maxText = 500;
const readAtOnce = 200;
/** With filters: so many are looked through for one page. */
const maxRead = 5000;

export function createAudit(deps: {
  backend: AuditBackend;
  /** Milliseconds since 1970. */
  now: () => number;
  /** A part of an id: letters, digits, - and _. */
  newId: () => string;
}): Audit {
  const { backend, now, newId } = deps;
  const order = orderOf(backend);

  /** Of what one process adds, each one later than the one before, even when its clock stands or goes back. */
  function nextId(at: number): string {
    order.count = at > order.last ? 0 : order.count + 1;
    order.last = Math.max(order.last, at);
    return `${idOfTime(order.last)}-${String(order.count).padStart(4, "0")}-${newId()}`;
  }

  return {
    async get(id) {
      if (!/^[\w-]{1,100}$/.test(id)) return undefined;
      const document = await backend.getDocument(`${auditCollection}/${id}`);
      return document === null ? undefined : toEntry(document);
    },
    async add({ actor, action, target, details = {}, undoes }) {
      const at = now();
      const id = nextId(at);
      const data = {
        id,
        at: new Date(at).toISOString(),
        actor,
        action,
        target: target ?? null,
        details: boundDetails(details),
        undoes: undoes ?? null,
      } satisfies AuditEntry;
      await backend.commit([{ set: `${auditCollection}/${id}`, data, when: { exists: false } }]);
      return id;
    },
    async list(query) {
      const { limit } = query;
      const entries: AuditEntry[] = [];
      // One is asked for by an index, the others are left out here.
      const field = fields.find((one) => query[one] !== undefined);
      const where = field === undefined ? {} : { [field]: query[field] ?? "" };
      const first = query.from === undefined ? "" : idOfTime(Date.parse(query.from));
      const end = query.to === undefined ? "" : idOfTime(Date.parse(query.to) + 1);
      let before = query.before ?? (end === "" ? undefined : end);
      for (let read = 0; read < maxRead; read += readAtOnce) {
        const after = before === undefined ? undefined : { value: before, id: before };
        const order = { field: "id", descending: true, after };
        const page = await backend.findDocuments(auditCollection, {
          where,
          order,
          limit: readAtOnce,
        });
        for (const document of page) {
          if (document.id < first) return { entries, next: undefined };
          if (entries.length === limit) return { entries, next: before };
          before = document.id;
          const entry = toEntry(document);
          if (entry !== undefined && fits(entry, query)) entries.push(entry);
        }
        if (page.length < readAtOnce) return { entries, next: undefined };
      }
      return { entries, next: before };
    },
  };
}

const orders = new WeakMap<object, { last: number; count: number }>();

/** One for all who write to the same data in this process: each command opens the log anew. */
function orderOf(backend: AuditBackend): { last: number; count: number } {
  const order = orders.get(backend) ?? { last: 0, count: 0 };
  orders.set(backend, order);
  return order;
}

/** What the ids of this time begin with. */
export function idOfTime(ms: number): string {
  return String(ms).padStart(15, "0");
}

const fields = ["target", "actor", "action"] as const;

function fits(entry: AuditEntry, query: AuditQuery): boolean {
  return fields.every((field) => query[field] === undefined || entry[field] === query[field]);
}

function boundDetails(details: NonNullable<NewAuditEntry["details"]>): AuditEntry["details"] {
  const bounded = Object.entries(details)
    .slice(0, maxDetails)
    .map(([name, value]) => [name, typeof value === "string" ? boundText(value) : value]);
  return Object.fromEntries(bounded) as AuditEntry["details"];
}

/** The log outlives accounts: who it was says `target`. */
function boundText(text: string): string {
  return text.replace(/[^\s:<>"'(]+@[^\s:<>"')]+/gu, "…").slice(0, maxText);
}

/** Undefined for what was written by nobody here. */
function toEntry({ id, data }: StoredDocument): AuditEntry | undefined {
  const { at, actor, action, target, details, undoes } = data;
  const known = auditActions.find((one) => one === action);
  if (known === undefined || typeof at !== "string" || typeof actor !== "string") return undefined;
  return {
    id,
    at,
    actor,
    action: known,
    target: typeof target === "string" ? target : null,
    details: (typeof details === "object" && details !== null
      ? details
      : {}) as AuditEntry["details"],
    undoes: typeof undoes === "string" ? undoes : null,
  };
}
