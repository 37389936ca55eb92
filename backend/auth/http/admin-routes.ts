/** What administrators ask below `/identitytoolkit.googleapis.com/{version}/projects/{project}`: one line a verb. */
import {
  adminCreate,
  adminCreateSessionCookie,
  adminDelete,
  adminUpdate,
} from "../admin/admin-accounts.ts";
import { adminBatchCreate } from "../admin/batch-create.ts";
import { adminBatchDelete } from "../admin/batch-delete.ts";
import { adminBatchGet } from "../admin/batch-get.ts";
import { adminLookup, adminQuery } from "../admin/query-accounts.ts";
import { listAuditEvents } from "../audit/list-audit-events.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Body, parseBody } from "./body.ts";
import { adminSendOobCode } from "../codes/admin-oob-code.ts";
import { changeConfig, readConfig } from "../config/admin-config.ts";
import { refusal } from "../errors.ts";
import { readText } from "./read-request.ts";
import { adminEndSession, adminListSessions } from "../sessions/list-sessions.ts";
import type { Client } from "../sessions/sessions.ts";

export type AdminCall = {
  /** As audit events name it: `service-account:…` or `server`. */
  actor: string;
  /** What stands for the names in braces, decoded. */
  params: Record<string, string>;
  query: URLSearchParams;
  client: Client;
};

/** `body` is the JSON of a POST or PATCH, else the query. */
type AdminRoute = (context: AuthContext, body: Body, call: AdminCall) => Promise<object>;

const ROUTES: Record<string, AdminRoute> = {
  "POST v1/accounts": adminCreate,
  "POST v1/accounts:update": adminUpdate,
  "POST v1/accounts:lookup": adminLookup,
  "POST v1/accounts:delete": adminDelete,
  "POST v1/accounts:query": adminQuery,
  "POST v1/accounts:sendOobCode": adminSendOobCode,
  "GET v2/config": readConfig,
  "PATCH v2/config": changeConfig,
  "GET v1/accounts/{uid}/sessions": (context, _body, { params }) =>
    adminListSessions(context, params["uid"] ?? ""),
  "DELETE v1/accounts/{uid}/sessions/{sid}": (context, _body, { params, actor }) =>
    adminEndSession(context, { uid: params["uid"] ?? "", sessionId: params["sid"] ?? "", actor }),
  "GET v1/auditEvents": (context, _body, { query }) => listAuditEvents(context, query),
  "GET v1/accounts:batchGet": adminBatchGet,
  "POST v1/accounts:batchCreate": adminBatchCreate,
  "POST v1/accounts:batchDelete": adminBatchDelete,
  "POST v1:createSessionCookie": adminCreateSessionCookie,
};

const MAX_BODY_BYTES = 256 * 1024;
/** Bytes, where more is sent than that. */
const LARGE_BODIES: Record<string, number> = {
  "POST v1/accounts:batchCreate": 8 * 1024 * 1024,
  "POST v1/accounts:batchDelete": 1024 * 1024,
};

const patterns = Object.entries(ROUTES).map(([name, run]) => ({
  name,
  run,
  pattern: new RegExp(`^${name.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
}));

/** @param path without `/identitytoolkit.googleapis.com/`: `v1/projects/…` */
export async function runAdminRoute(
  context: AuthContext,
  request: Request,
  path: string,
  call: Pick<AdminCall, "actor" | "client">,
): Promise<object> {
  const [, version, project, rest] = /^(v[12])\/projects\/([^/:]+)([/:].+)$/s.exec(path) ?? [];
  if (project === undefined) throw refusal("NOT_FOUND");
  if (project !== encodeURIComponent(context.projectId)) throw refusal("PROJECT_NOT_FOUND");
  const { name, run, params } = findRoute(`${request.method} ${version}${rest}`);
  const { searchParams: query } = new URL(request.url);
  const hasBody = request.method === "POST" || request.method === "PATCH";
  const body = hasBody
    ? parseBody(await readText(request, LARGE_BODIES[name] ?? MAX_BODY_BYTES))
    : (Object.fromEntries(query) as Body);
  return run(context, body, { ...call, params, query });
}

function findRoute(asked: string) {
  for (const { name, run, pattern } of patterns) {
    const match = pattern.exec(asked);
    if (match !== null) return { name, run, params: decodeAll(match.groups ?? {}) };
  }
  throw refusal("NOT_FOUND");
}

function decodeAll(groups: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(
      Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text)]),
    );
  } catch {
    // A percent sign that begins no character.
    throw refusal("NOT_FOUND");
  }
}
