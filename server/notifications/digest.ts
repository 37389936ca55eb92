/** The daily mail of who wants one: what is due, and what they have not read since the last. Without a mail server none. */
import { formatDate } from "#lib/format-date.ts";
import type { Notification } from "#lib/notification.ts";
import { isConflict } from "#lib/server-backend.ts";
import type { ServerBackend, StoredDocument } from "#lib/server-backend.ts";
import { localAt } from "#lib/dates/floating.ts";
import type { Task } from "#lib/todo/task.ts";
import type { JobKind } from "../jobs/jobs.ts";
import type { Log } from "../log.ts";
import type { Mail } from "../mail/mail.ts";
import { lineOf } from "./line-of.ts";
import { nextDigest, settingsCollection, settingsIn } from "./settings.ts";

const everyMs = 15 * 60_000;
const dayMs = 24 * 3_600_000;
const pageSize = 50;
/** Of late tasks, of those of the day, and of what is not read. */
const mostLines = 25;
const maxLetters = 200;

type DigestBackend = Pick<ServerBackend, "findDocuments" | "commit" | "getAccount" | "queryValues">;

/** Open tasks by the local day on which they are due: those of that day, and of days before. @throws BackendError */
export type TasksDue = (
  uid: string,
  day: string,
) => Promise<{ overdue: readonly Task[]; today: readonly Task[] }>;

export function digestMail(deps: {
  backend: DigestBackend;
  mail: Pick<Mail, "sends" | "send">;
  tasksDue: TasksDue;
  origin: () => string;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): JobKind {
  const { backend, mail, tasksDue, origin, log, now } = deps;

  /** Whether there was something to say. */
  async function sendOne(uid: string, { data }: StoredDocument): Promise<boolean> {
    const { digest, zone } = settingsIn(data);
    const account = await backend.getAccount(uid);
    const to = account?.emailVerified === true && !account.disabled ? account.email : null;
    if (digest === "off" || to === null) return false;
    const day = localAt(now(), zone).slice(0, 10);
    const [{ overdue, today }, unread] = await Promise.all([tasksDue(uid, day), unreadOf(uid)]);
    const count = overdue.length + today.length;
    if (count + unread.length === 0) return false;
    const lines = [
      ...section(
        "Overdue",
        overdue.map((task) => `${titleOf(task.title)} (${formatDate(task.due?.date ?? "")})`),
      ),
      ...section(
        "Today",
        today.map(({ title, due }) => `${titleOf(title)}${due?.time ? `, ${due.time}` : ""}`),
      ),
      ...section(
        "Not read yet",
        unread.map(({ title }) => titleOf(title)),
      ),
    ];
    await mail.send({
      // The same again is the same mail.
      id: `digest ${uid} ${day}`,
      kind: "DIGEST",
      to,
      subject: subjectOf(count, unread.length),
      text: [
        ...lines,
        `${origin()}/AdvancedTodoList?view=today`,
        "",
        `You asked for this mail each day: ${origin()}/Settings#notifications`,
        "",
      ].join("\n"),
      secrets: [],
      expiresAt: now() + dayMs,
    });
    return true;
  }

  async function unreadOf(uid: string): Promise<Notification[]> {
    const query = { orderBy: "at", startAt: now() - dayMs, limit: 2 * mostLines, last: true };
    const found = await backend.queryValues(`notifications/${uid}`, query);
    return found.map(([, value]) => value as unknown as Notification).filter(({ read }) => !read);
  }

  /** Its owner may have chosen another hour meanwhile. */
  async function planNext({ path, data, updateTime }: StoredDocument): Promise<void> {
    const settings = settingsIn(data);
    const nextDigestAt = settings.digest === "daily" ? nextDigest(settings, now()) : null;
    try {
      await backend.commit([{ update: path, data: { nextDigestAt }, when: { updateTime } }]);
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }

  return {
    every: { ms: everyMs },
    async run(_data, { signal }) {
      let sent = 0;
      for (;;) {
        const order = { field: "nextDigestAt", upTo: new Date(now()).toISOString() };
        // oxlint-disable-next-line no-await-in-loop -- what is planned anew is not found again
        const due = await backend.findDocuments(settingsCollection, { order, limit: pageSize });
        for (const stored of mail.sends ? due : []) {
          signal.throwIfAborted();
          try {
            // oxlint-disable-next-line no-await-in-loop -- one after the other
            if (await sendOne(stored.id, stored)) sent += 1;
          } catch (error) {
            log.error({ err: error, uid: stored.id }, "a daily mail could not be made");
          }
        }
        // oxlint-disable-next-line no-await-in-loop -- see above
        for (const stored of due) await planNext(stored);
        if (due.length < pageSize) return { sent };
      }
    },
  };
}

/** Each has its own end, so that what is late does not take the room of what is due. */
function section(title: string, lines: readonly string[]): string[] {
  const shown = lines.slice(0, mostLines).map((line) => `- ${line}`);
  const left = lines.length - shown.length;
  return lines.length === 0
    ? []
    : [title, ...shown, ...(left > 0 ? [`… and ${left} more`] : []), ""];
}

const titleOf = (title: unknown) => lineOf(String(title), maxLetters);

function subjectOf(tasks: number, unread: number): string {
  if (tasks === 0) return unread === 1 ? "1 notification" : `${unread} notifications`;
  return tasks === 1 ? "1 task for today" : `${tasks} tasks for today`;
}
