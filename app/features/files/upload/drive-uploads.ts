/** All uploads of one account into drives, in one tab, with those that a closed tab left. */
import { newDriveId } from "#app/live/drive/new-drive-id.ts";
import type { Waiting } from "#app/live/uploads/patience.ts";
import type { Tabs } from "#app/live/uploads/tabs.ts";
import { logFailure } from "#app/session/log-failure.ts";
import { rootFolder } from "#lib/drive/node.ts";
import { actError } from "./act-words.ts";
import { createFiling, patiently } from "./filing.ts";
import {
  type Job,
  type JobRecord,
  type OnTaken,
  givenKey,
  isSettled,
  isUnderWay,
  jobGivenKey,
  jobOf,
  newJob,
} from "./job.ts";
import { createJobList } from "./job-list.ts";
import type { JobRecords } from "#app/live/uploads/drive-jobs.ts";
import { makeFolders, pathKey } from "./make-folders.ts";
import { type Placed, placeAll } from "./place-jobs.ts";
import { type SendParts, createSender } from "./send-jobs.ts";

type GivenFile = { path: readonly string[]; file: File };

export type Given = {
  owner: string;
  /** Where they were given. */
  folder: string;
  files: readonly GivenFile[];
  /** All, so that empty ones are made, too. */
  folders: readonly (readonly string[])[];
  /** The browser did not hand them over. */
  unread: readonly { path: readonly string[]; name: string }[];
  onTaken: OnTaken;
  /** The one file becomes the next version of this one. */
  version?: string;
  /** They are given for what was cut off, wherever that was, and for nothing else. */
  isAgain?: boolean;
};

export type DriveUploads = {
  /**
   * They are noted when this resolves, so that a reload forgets none.
   * @returns names of files that were given again and are none of those that were cut off
   * @throws when this browser has no room to note them
   */
  give(given: Given): Promise<string[]>;
  /** What becomes of those whose name is there already. */
  answer(ids: readonly string[], rule: Exclude<OnTaken, "ask">): void;
  pause(ids: readonly string[]): void;
  resume(ids: readonly string[]): void;
  /** Those that are not done stay in the report as cancelled. */
  cancel(ids: readonly string[]): void;
  retry(ids: readonly string[]): void;
  /** Forgets those that are done or failed. */
  clear(): void;
  /** In the order in which they were given; the same array until something changes. */
  snapshot(): readonly Job[];
  /** Called at most once a frame. */
  subscribe(listener: () => void): () => void;
  close(): void;
};

export type DriveUploadParts = Omit<SendParts, "filing" | "life"> & {
  records: JobRecords;
  waiting: Waiting;
  openTabs(on: { message(): void; ended(tab: string): void }): Promise<Tabs>;
  nextFrame(this: void, call: () => void): void;
};

export async function openDriveUploadsOf(parts: DriveUploadParts): Promise<DriveUploads> {
  const { uid, records, drives, waiting } = parts;
  const life = new AbortController();
  const filing = createFiling(drives, waiting, life.signal);
  const list = createJobList(records, parts.nextFrame, (error) =>
    logFailure("Uploads could not be noted in this browser", error),
  );
  const files = new Map<string, File>();
  const sender = createSender({ ...parts, filing, life: life.signal }, list, files);
  let lastOrder = 0;
  /** So that of two that come at once the second sees what the first one makes. */
  let placing: Promise<void> = Promise.resolve();
  const tabs = await parts.openTabs({
    message: () => undefined,
    ended: (tab) => {
      takeOver(tab).catch(reportError);
    },
  });

  const some = (ids: readonly string[]) =>
    ids.map((id) => list.get(id)).filter((job) => job !== undefined);

  async function takeOver(tab: string): Promise<void> {
    if (life.signal.aborted) return;
    const left = await records.take(tab, tabs.own);
    list.show(left.map(jobOf));
    for (const record of left) goOn(record);
  }

  function goOn({ id, order, isBegun, state }: JobRecord): void {
    lastOrder = Math.max(lastOrder, order);
    if (state === "done") return;
    // What was begun of one that failed is forgotten with it.
    const isFollowed = sender.follow(id);
    if (state === "failed" || isFollowed || !isBegun) return;
    ask(id);
  }

  /** The tab ended between the last byte and the drive's answer, or before the first byte: the drive knows. */
  function ask(id: string): void {
    list.change(id, { state: "stored", error: undefined });
    void sender.file(id);
  }

  function jobFor(given: Given, { path, file }: GivenFile): Job {
    lastOrder = Math.max(lastOrder + 1, Date.now() * 1000);
    const { owner, folder: base, onTaken, version } = given;
    const place = { owner, base, path, onTaken, version };
    return newJob(file, { ...place, uid, tab: tabs.own, order: lastOrder });
  }

  function unreadJob(given: Given, { path, name }: Given["unread"][number]): Job {
    const job = jobFor(given, { path, file: new File([], name) });
    const message = "This browser could not read it. Choose it again.";
    return {
      ...job,
      state: "failed",
      hasFile: false,
      error: { code: "file-changed", message, canRetry: false },
    };
  }

  // Where they go.

  function place(
    ids: readonly string[],
    empty?: Pick<Given, "owner" | "folder" | "folders">,
  ): void {
    placing = placing
      .then(() => placeNow(ids, empty))
      .catch((error: unknown) => {
        for (const id of ids) if (list.get(id)?.state === "waiting") sender.fail(id, error);
      });
  }

  async function placeNow(
    ids: readonly string[],
    empty?: Pick<Given, "owner" | "folder" | "folders">,
  ): Promise<void> {
    const waitingJobs = () =>
      some(ids).filter(({ state }) => state === "waiting" || state === "paused");
    const groups = new Map<string, { owner: string; base: string; paths: (readonly string[])[] }>();
    if (empty && empty.folders.length > 0) {
      const { owner, folder, folders } = empty;
      groups.set(pathKey([owner, folder]), { owner, base: folder, paths: [...folders] });
    }
    for (const { owner, base, path, parent } of waitingJobs()) {
      if (parent !== undefined) continue;
      const key = pathKey([owner, base]);
      const group = groups.get(key) ?? { owner, base, paths: [] };
      groups.set(key, group);
      group.paths.push(path);
    }
    const newFolders = new Set<string>();
    for (const [key, group] of groups) {
      // One after the other: they may lie in each other.
      // oxlint-disable-next-line no-await-in-loop
      const made = await patiently(waiting, life.signal, () =>
        makeFolders({ drives, filing }, group),
      );
      for (const one of made.values()) if ("id" in one && one.isNew) newFolders.add(one.id);
      for (const { id, owner, base, path, parent } of waitingJobs()) {
        if (parent !== undefined || pathKey([owner, base]) !== key) continue;
        const folder = made.get(pathKey(path));
        if (folder === undefined || "error" in folder)
          list.change(id, { state: "failed", error: actError(folder?.error ?? "no-folder") });
        else list.change(id, { parent: folder.id });
      }
    }
    await nameAll(waitingJobs(), newFolders);
  }

  async function nameAll(jobs: readonly Job[], newFolders: ReadonlySet<string>): Promise<void> {
    const own = new Set(jobs.map(({ id }) => id));
    const inFolder = Map.groupBy(jobs, ({ owner, parent = "" }) => pathKey([owner, parent]));
    for (const together of inFolder.values()) {
      const { owner, parent = rootFolder } = together[0]!;
      // oxlint-disable-next-line no-await-in-loop -- the next one may be the same folder's
      const there = newFolders.has(parent)
        ? []
        : await patiently(waiting, life.signal, () => drives.childrenOf(owner, parent));
      const coming = list
        .snapshot()
        .filter(
          (job) =>
            job.owner === owner &&
            job.parent === parent &&
            !own.has(job.id) &&
            job.version === undefined &&
            isUnderWay(job),
        );
      const placed = placeAll(
        together,
        there,
        coming.map(({ name }) => name),
      );
      for (const [id, to] of placed) put(id, to);
    }
  }

  function put(id: string, to: Placed): void {
    const job = list.get(id);
    if (job === undefined || isSettled(job)) return;
    if (to.state === "done") return sender.settle(id, to.outcome);
    if (to.state === "asked") return list.change(id, to);
    if (sender.isStored(id)) {
      list.change(id, { ...to, state: "stored" });
      void sender.file(id);
      return;
    }
    list.change(id, { ...to, state: job.state });
    if (job.state === "waiting") sender.ready(id);
  }

  // Files that are given again.

  /** @returns those that no upload was waiting for */
  async function match({ files: given, owner, folder, isAgain }: Given): Promise<GivenFile[]> {
    const jobs = list
      .snapshot()
      .filter((job) => isAgain || (job.owner === owner && job.base === folder));
    const needing = jobs.filter(({ state }) => state === "needs-file");
    if (needing.length === 0) return [...given];
    const exact = new Map(needing.map((job) => [jobGivenKey(job), job.id]));
    /** The others of what was cut off are there already. */
    const done = new Set(jobs.filter(({ state }) => state === "done").map(jobGivenKey));
    const likely = new Map(needing.map((job) => [likelyKey(job.file), job.id]));
    const fresh: GivenFile[] = [];
    const settled: GivenFile[] = [];
    const begin: string[] = [];
    for (const one of given) {
      const { path, file } = one;
      const key = givenKey(path, file);
      const known = { name: file.name, sizeBytes: file.size };
      const id = exact.get(key) ?? (path.length === 0 ? likely.get(likelyKey(known)) : undefined);
      if (id === undefined || list.get(id)?.state !== "needs-file") {
        (done.has(key) ? settled : fresh).push(one);
        continue;
      }
      files.set(id, file);
      const { name, lastModified: lastModifiedMs, size: sizeBytes, type } = file;
      list.change(id, {
        state: "waiting",
        hasFile: true,
        error: undefined,
        file: { name, lastModifiedMs, sizeBytes, type },
      });
      // oxlint-disable-next-line no-await-in-loop -- each file is for one
      if (await sender.attach(id, file)) continue;
      list.change(id, { object: newDriveId(), isBegun: false, sentBytes: 0 });
      begin.push(id);
    }
    place(begin);
    // Alone they were meant to be uploaded once more.
    return begin.length > 0 || fresh.length + settled.length < given.length
      ? fresh
      : [...fresh, ...settled];
  }

  async function give(given: Given): Promise<string[]> {
    life.signal.throwIfAborted();
    const fresh = given.version === undefined ? await match(given) : [...given.files];
    if (given.isAgain) return fresh.map(({ file }) => file.name);
    const before = list.snapshot();
    // A new report begins, unless the last one still waits for somebody.
    if (before.every(({ state }) => state === "done")) list.remove(before.map(({ id }) => id));
    const onTheWay = new Set(
      before
        .filter((job) => !isSettled(job) && job.owner === given.owner && job.base === given.folder)
        // As a version of another file it is another one.
        .filter(({ version }) => given.version === undefined || version === given.version)
        .map(jobGivenKey),
    );
    const isNew = ({ path, file }: GivenFile) =>
      given.onTaken === "keep-both" || !onTheWay.has(givenKey(path, file));
    const jobs = fresh.filter(isNew).map((one) => ({ job: jobFor(given, one), file: one.file }));
    const failed = given.unread.map((one) => unreadJob(given, one));
    await list.add([...jobs.map(({ job }) => job), ...failed]);
    for (const { job, file } of jobs) files.set(job.id, file);
    place(
      jobs.map(({ job }) => job.id),
      given,
    );
    return [];
  }

  for (const tab of new Set((await records.read()).map((record) => record.tab))) {
    // oxlint-disable-next-line no-await-in-loop -- a few tabs
    if (!(await tabs.isOpen(tab))) await takeOver(tab);
  }

  return {
    give,
    answer(ids, rule) {
      const asked = some(ids).filter(({ state }) => state === "asked");
      for (const { id } of asked) list.change(id, { onTaken: rule, state: "waiting" });
      if (rule !== "skip") return place(asked.map(({ id }) => id));
      for (const { id } of asked) {
        sender.drop(id);
        sender.settle(id, "skipped");
      }
    },
    pause(ids) {
      // Else those that wait would begin one by one.
      const underWay = some(ids).filter((job) => isUnderWay(job) && job.state !== "stored");
      for (const { id, state } of underWay.toReversed()) {
        if (state === "waiting") sender.pause(id);
      }
      for (const { id, state } of underWay) if (state !== "waiting") sender.pause(id);
    },
    resume(ids) {
      for (const { id, state, parent } of some(ids)) {
        if (state !== "paused") continue;
        if (parent !== undefined) sender.resume(id);
        else {
          list.change(id, { state: "waiting" });
          place([id]);
        }
      }
    },
    cancel(ids) {
      const open = some(ids).filter((job) => !isSettled(job) && job.state !== "stored");
      for (const { id } of open) list.change(id, { state: "paused" });
      for (const { id } of open) {
        sender.drop(id);
        sender.settle(id, "cancelled");
      }
    },
    retry(ids) {
      const anew: string[] = [];
      for (const job of some(ids)) {
        const { id, state, error, path } = job;
        if (state !== "failed" || !error?.canRetry || sender.retry(id)) continue;
        if (!files.has(id)) {
          if (job.isBegun && !sender.follow(id)) ask(id);
          else list.change(id, { state: "needs-file", error: undefined });
          continue;
        }
        const parent = path.length === 0 ? job.base : undefined;
        const isKept = sender.isStored(id) || sender.isUnsure(id);
        const fresh = isKept ? {} : { object: newDriveId(), isBegun: false };
        list.change(id, { ...fresh, state: "waiting", parent, sentBytes: 0, error: undefined });
        anew.push(id);
      }
      place(anew);
    },
    clear() {
      const settled = list.snapshot().filter(isSettled);
      for (const { id, state } of settled) if (state === "failed") sender.drop(id);
      list.remove(settled.map(({ id }) => id));
    },
    snapshot: () => list.snapshot(),
    subscribe: (listener) => list.subscribe(listener),
    close() {
      life.abort(new DOMException("Closed.", "AbortError"));
      sender.close();
      tabs.close();
      drives.close();
      void list.close().then(() => records.close());
    },
  };
}

const likelyKey = ({ name, sizeBytes }: { name: string; sizeBytes: number }): string =>
  JSON.stringify([name, sizeBytes]);
