/**
 * Writes a batch of page views together with what they change in the counts of their day, in one commit: a view is in both
 * or in neither, also when the process is killed, and when two copies of the server write at once.
 */
import { createHmac } from "node:crypto";
import { isConflict } from "#lib/server-backend.ts";
import type { ServerBackend, Write } from "#lib/server-backend.ts";
import { countView, emptyCounts } from "./day-counts.ts";
import type { VisitorState } from "./day-counts.ts";
import { dayPath, readDayDocument, readVisitor, toDayDocument } from "./day-document.ts";
import { visitorPath } from "./day-document.ts";
import { viewsCollection } from "./page-view.ts";
import type { PageView } from "./page-view.ts";
import type { VisitorSalts } from "./visitor-salt.ts";

export type WaitingView = {
  id: string;
  view: PageView;
  /** Address and browser, never stored; undefined for who asked not to be followed. */
  who: string | undefined;
};

type ViewsBackend = Pick<ServerBackend, "getDocument" | "commit">;

const maxTries = 8;

/** @throws BackendError; then nothing was written, and the same batch may be tried again */
export async function writeViews(
  backend: ViewsBackend,
  salts: VisitorSalts,
  batch: readonly WaitingView[],
): Promise<void> {
  const dates = Map.groupBy(batch, ({ view }) => view.at.slice(0, 10));
  // A batch that holds midnight is two days.
  for (const [date, views] of dates) {
    // oxlint-disable-next-line no-await-in-loop -- one day or two
    const salt = views.some(({ who }) => who !== undefined) ? await salts.of(date) : undefined;
    const named = views.map(({ id, view, who }) => ({
      id,
      view: {
        ...view,
        ...(salt && who !== undefined && { visitor: visitorOf(salt, who) }),
      },
    }));
    // oxlint-disable-next-line no-await-in-loop -- see above
    await writeDay(backend, date, named);
  }
}

function visitorOf(salt: Buffer, who: string): string {
  return createHmac("sha256", salt).update(who).digest("base64url").slice(0, 16);
}

type NamedView = { id: string; view: PageView };

async function writeDay(
  backend: ViewsBackend,
  date: string,
  views: readonly NamedView[],
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- what another copy has written is read again
    const writes = await writesOf(backend, date, views);
    try {
      // oxlint-disable-next-line no-await-in-loop -- see above
      await backend.commit(writes);
      return;
    } catch (error) {
      if (!isConflict(error)) throw error;
      // It was written before, and only the answer was lost.
      // oxlint-disable-next-line no-await-in-loop -- see above
      if (await isWritten(backend, views)) return;
      if (tries === maxTries) throw error;
    }
  }
}

async function isWritten(backend: ViewsBackend, [first]: readonly NamedView[]): Promise<boolean> {
  return first !== undefined && (await backend.getDocument(viewPath(first.id))) !== null;
}

const viewPath = (id: string) => `${viewsCollection}/${id}`;

async function writesOf(
  backend: ViewsBackend,
  date: string,
  views: readonly NamedView[],
): Promise<Write[]> {
  const isPerson = ({ bot, suspected }: PageView) => bot !== true && suspected !== true;
  const ids = new Set(
    views.flatMap(({ view }) => (isPerson(view) && view.visitor ? [view.visitor] : [])),
  );
  const [day, stored] = await Promise.all([
    backend.getDocument(dayPath(date)),
    Promise.all([...ids].map((id) => backend.getDocument(visitorPath(date, id)))),
  ]);
  const visitors = new Map<string, VisitorState>();
  for (const [index, id] of [...ids].entries()) {
    const document = stored[index];
    if (document) visitors.set(id, readVisitor(document.data));
  }
  const counts = day ? readDayDocument(day.data) : emptyCounts();
  const rows = views
    .toSorted((a, b) => (a.view.at < b.view.at ? -1 : a.view.at > b.view.at ? 1 : 0))
    .map(({ id, view }): Write => {
      const before = view.visitor === undefined ? undefined : visitors.get(view.visitor);
      const after = countView(counts, view, before, true);
      if (view.visitor !== undefined && after !== undefined) visitors.set(view.visitor, after);
      const data = { ...view, ...(after && { session: after.session }) };
      return { set: viewPath(id), data, when: { exists: false } };
    });
  return [
    ...rows,
    ...[...visitors].map(([id, state]) => ({ set: visitorPath(date, id), data: state })),
    {
      set: dayPath(date),
      data: toDayDocument(date, counts, day?.data["isComplete"] === true),
      when: day === null ? { exists: false } : { updateTime: day.updateTime },
    },
  ];
}
