import type { Task } from "./task.ts";

/**
 * A task that was done long ago, in `users/{uid}/todoArchive/{YYYY-MM}-{n}` as `tasks.{id}`: with the names that its list
 * and its labels had, since those may be gone.
 */
export type ArchivedTask = Omit<Task, "labels"> & {
  /** Ids. */
  labels: string[];
  /** Empty: the Inbox, or a list that is gone. */
  listName: string;
  labelNames: string[];
};

/** `users/{uid}/todoArchive/days-{YYYY}`: how many tasks were done on which day, of those that are archived. */
export type ArchiveYear = {
  year: number;
  /** By `MM-DD`, local to who completed them. */
  days: Record<string, number>;
};
