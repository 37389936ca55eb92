import { randomUUID } from "node:crypto";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createJobs } from "../../jobs/jobs.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { Log } from "../../log.ts";
import { createNotifier } from "../../notifications/notify.ts";
import { createPush } from "../../push/send-push.ts";
import { createBoardPeople } from "../board-people.ts";
import { createBoards } from "../boards.ts";
import { tellInviteJob } from "../tell-invite.ts";

/** Boards and their people, as one process of the server has them; without mail and devices. */
export function openPeople(deps: {
  backend: ServerBackend;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}) {
  const { backend, log, now } = deps;
  const origin = () => "https://site.example";
  const fetch = () => Promise.reject(new Error("Nobody has a device."));
  const push = createPush({ ...deps, fetch, hosts: [], origin });
  const jobsOf = () => jobs;
  const notifier = createNotifier({ ...deps, push, mail: undefined, jobs: jobsOf, origin });
  const people = createBoardPeople({ ...deps, jobs: jobsOf });
  const boards = createBoards({ backend, log, update: people.update, now });
  const jobs: Jobs = createJobs({
    ...deps,
    newId: randomUUID,
    kinds: {
      ...notifier.jobKinds,
      ...people.jobKinds,
      ...tellInviteJob({ backend, notifier, now }),
    },
  });
  return { ...people, boards, jobs };
}

export type OpenPeople = ReturnType<typeof openPeople>;

/** What hangs on the members of these boards, as each place has it. */
export async function placesOf(
  backend: Pick<ServerBackend, "getValue" | "findDocuments">,
  board: string,
  uids: readonly string[],
): Promise<{ members: object; documents: object; lists: object }> {
  const roleOf = (value: unknown) => (value as { role?: unknown } | null)?.role;
  const { value } = await backend.getValue(`boards/${board}/members`);
  const where = { kind: "boards", id: board };
  const documents = await backend.findDocuments("memberships", { where, limit: 200 });
  const lists = await Promise.all(
    uids.map(async (uid) => {
      const { value: entry } = await backend.getValue(`boardsOf/${uid}/${board}`);
      return entry === null ? [] : [[uid, roleOf(entry)]];
    }),
  );
  const sorted = (entries: [string, unknown][]) =>
    Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return {
    members: sorted(Object.entries(value ?? {}).map(([uid, one]) => [uid, roleOf(one)])),
    documents: sorted(documents.map(({ data }) => [data["uid"] as string, data["role"]])),
    lists: sorted(lists.flat() as [string, unknown][]),
  };
}
