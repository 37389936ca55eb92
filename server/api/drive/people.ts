/** `/api/drive/{shared,folder,people…}`: folders of others, and who is in one's own. docs/files.md */
import * as z from "zod/mini";
import { mostPeople } from "#lib/drive/limits.ts";
import { driveId, driveOwner as uid } from "#lib/drive/acts.ts";
import {
  type AnsweredFolderInvite,
  type ChangedFolderRole,
  type JoinedFolder,
  type LeftFolder,
  type NewFolderInvite,
  type RemovedPerson,
  type RevokedFolderInvite,
  type SharedFolders,
  mostFolderInvites,
  mostSharedFolders,
} from "#lib/drive/people.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { DrivePeople } from "../../drive/people.ts";
import { apiError, tooManyRequests } from "../../http/answer.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import { type CountedCaller, createCountedCaller } from "../../http/counted-caller.ts";
import { parseJson } from "../../http/parse-json.ts";
import { orUnavailable } from "../../http/when-unavailable.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";

const refusals = {
  // Whether there is one for others is nobody's business.
  "no-folder": [404, "not-found", "There is no such folder, or it is not shared with you."],
  "no-such-invite": [
    404,
    "no-such-invite",
    "This invite has ended, was taken back, or is for somebody else.",
  ],
  "no-such-person": [404, "no-such-person", "They are not in this folder any more."],
  "own-address": [409, "own-address", "This is your own address: type the one of somebody else."],
  "folder-full": [409, "folder-full", `A folder is shared with at most ${mostPeople} people.`],
  "too-many-invites": [
    409,
    "too-many-invites",
    `A folder has at most ${mostFolderInvites} open invites: take one back first.`,
  ],
  "too-many-folders": [
    409,
    "too-many-folders",
    `At most ${mostSharedFolders} folders are shared with you: leave one first.`,
  ],
  busy: [503, "busy", "This drive is changed by others at the same time. Try again in a moment."],
} as const satisfies Record<string, readonly [status: number, code: string, text: string]>;

type Refusal = keyof typeof refusals;

const invite = z.string().check(z.minLength(1), z.maxLength(100));
const role = z.enum(["viewer", "member"]);

const shapes = {
  invite: z.strictObject({
    id: driveId,
    email: z.string().check(z.maxLength(320)),
    role,
  }) satisfies z.ZodMiniType<NewFolderInvite>,
  role: z.strictObject({ id: driveId, uid, role }) satisfies z.ZodMiniType<ChangedFolderRole>,
  remove: z.strictObject({ id: driveId, uid }) satisfies z.ZodMiniType<RemovedPerson>,
  revoke: z.strictObject({ id: driveId, invite }) satisfies z.ZodMiniType<RevokedFolderInvite>,
  leave: z.strictObject({ owner: uid, id: driveId }) satisfies z.ZodMiniType<LeftFolder>,
  answer: z.strictObject({ invite }) satisfies z.ZodMiniType<AnsweredFolderInvite>,
};
const folderShape = z.object({
  owner: uid,
  id: driveId,
  after: z.optional(driveId),
});

const maxBodyBytes = 4_000;
/** Who opens one folder after the other, and each as often as somebody changes it. */
const often = { burst: 600, perMinute: 600 };
/** Each may reach a stranger. */
const toStrangers = { burst: 20, perMinute: 20 / 60 };
/** Each is told to whom it concerns: nobody is buried in notes. */
const roles = { burst: 60, perMinute: 5 };

export function createDrivePeopleEndpoints(deps: {
  backend: Pick<ServerBackend, "verifyIdToken">;
  people: Pick<DrivePeople, "acts" | "listing">;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint[] {
  const { backend, now } = deps;
  const { acts, listing } = deps.people;
  const counted = createCountedCaller({ backend, now, ...often });
  const sent = createRateLimit({ ...toStrangers, now });
  const changed = createRateLimit({ ...roles, now });

  async function send(by: string, { id, email, role: as }: NewFolderInvite): Promise<Response> {
    if (!/^[^\s@]+@[^\s@]+$/.test(email.trim())) return wrong("This is no e-mail address.");
    const wait = sent.take(by);
    if (wait > 0) return tooManyRequests(wait);
    return doneOr(await acts.invite(by, id, { email, role: as }));
  }

  return [
    look("/api/drive/shared", counted, async (by) => {
      const [folders, invites] = await Promise.all([listing.folders(by), acts.invitesTo(by)]);
      return Response.json({
        folders,
        invites: invites.map(({ invite: one, folder, by: name }) => ({
          id: one.id,
          folder,
          by: name,
          role: one.role,
          createdAt: one.createdAt,
          expiresAt: one.expiresAt,
        })),
      } satisfies SharedFolders);
    }),
    look("/api/drive/folder", counted, async (by, query) => {
      const asked = folderShape.safeParse(query);
      if (!asked.success) return refuse("no-folder");
      const { owner, id, after } = asked.data;
      const page = await listing.page(by, { owner, id, after });
      return page === "no-folder" ? refuse(page) : Response.json(page);
    }),
    look("/api/drive/people", counted, async (by, query) => {
      const asked = folderShape.safeParse(query);
      if (!asked.success) return refuse("no-folder");
      const list = await acts.list(by, asked.data.owner, asked.data.id);
      return list === "no-folder" ? refuse(list) : Response.json(list);
    }),
    post("/api/drive/people", counted, shapes.invite, send),
    post("/api/drive/people/role", counted, shapes.role, async (by, { id, ...asked }) => {
      const wait = changed.take(by);
      return wait > 0 ? tooManyRequests(wait) : doneOr(await acts.setRole(by, id, asked));
    }),
    post("/api/drive/people/remove", counted, shapes.remove, async (by, asked) =>
      doneOr(await acts.remove(by, asked.id, asked.uid)),
    ),
    post("/api/drive/people/revoke", counted, shapes.revoke, async (by, asked) =>
      doneOr(await acts.revoke(by, asked.id, asked.invite)),
    ),
    post("/api/drive/people/leave", counted, shapes.leave, async (by, { owner, id }) =>
      doneOr(await acts.leave(by, owner, id)),
    ),
    post("/api/drive/people/accept", counted, shapes.answer, async (by, asked) => {
      const said = await acts.accept(by, asked.invite);
      return typeof said === "string" ? refuse(said) : Response.json(said satisfies JoinedFolder);
    }),
    post("/api/drive/people/decline", counted, shapes.answer, async (by, asked) =>
      doneOr(await acts.decline(by, asked.invite)),
    ),
  ];
}

function look(
  path: Endpoint["path"],
  counted: CountedCaller,
  answer: (uid: string, query: Record<string, string>) => Promise<Response>,
): Endpoint {
  return {
    method: "GET",
    path,
    maxBodyBytes: 0,
    answer: orUnavailable(async (asked) => {
      const caller = await counted(asked);
      if (caller instanceof Response) return caller;
      const { searchParams } = new URL(asked.request.url);
      return answer(caller.uid, Object.fromEntries(searchParams));
    }),
  };
}

function post<Shape extends z.ZodMiniType>(
  path: Endpoint["path"],
  counted: CountedCaller,
  shape: Shape,
  answer: (uid: string, sent: z.output<Shape>) => Promise<Response>,
): Endpoint {
  async function answered({ body, ...asked }: ApiRequest): Promise<Response> {
    const caller = await counted(asked);
    if (caller instanceof Response) return caller;
    const { data } = shape.safeParse(parseJson(body));
    if (data === undefined) return wrong("Send JSON as docs/files.md has it.");
    return answer(caller.uid, data);
  }
  return { method: "POST", path, maxBodyBytes, answer: orUnavailable(answered) };
}

function refuse(said: Refusal): Response {
  const [status, code, text] = refusals[said];
  return apiError(status, code, text, status === 503 ? { "Retry-After": "1" } : {});
}

function wrong(text: string): Response {
  return apiError(400, "invalid-request", text);
}

/** 204, or what is said instead. */
function doneOr(said: "done" | Refusal): Response {
  return said === "done" ? new Response(null, { status: 204 }) : refuse(said);
}
