/** What a tool says in passing, at the foot of the window, and the way back from what was just done. */

export type Toast = {
  id: number;
  kind: "said" | "problem" | "undo";
  text: string;
  undo?: Undo;
  /** Of a problem. */
  again?: () => void;
  /** A problem of which nobody has to know later: nothing was done. */
  isRefusal?: boolean;
  /** Ids of what it is about. */
  about?: readonly string[];
};

/** @returns what is said instead of "Undone." */
export type Undo = () => Promise<string | void>;

/** Some of it is not undone; `message` is a whole sentence for people. */
export class PartlyUndone extends Error {
  override readonly name = "PartlyUndone";
  /** Undoes the rest. */
  readonly again: Undo;
  constructor(message: string, again: Undo) {
    super(message);
    this.again = again;
  }
}

/** `follow` also comes after an undo that failed: some of it may have been done; and after what undoes its rest. */
export async function followedBy(undo: Undo, follow: () => Promise<void>): Promise<string | void> {
  try {
    return await undo();
  } catch (error) {
    if (!(error instanceof PartlyUndone)) throw error;
    throw new PartlyUndone(error.message, () => followedBy(error.again, follow));
  } finally {
    await follow();
  }
}

const stayMs = { said: 6000, undo: 12_000, refusal: 12_000, problem: undefined };
/** More than these would cover what they are about; only problems that nobody has read may be more. */
const maxShown = 2;

let toasts: readonly Toast[] = [];
let lastId = 0;
/** Rises when somebody else may come. */
let visitor = 0;
const listeners = new Set<() => void>();
const undone = new Set<() => void>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

/** Says that something is done: "3 users disabled". `about`: ids, what was said of them before goes. */
export function tell(text: string, about: readonly string[] = []): void {
  add({ kind: "said", text, about });
}

/**
 * Says what went wrong, what is safe and what to do; stays until it is closed. Nothing to say is said by nothing.
 * @param again what "Try again" does; without it there is no such button
 */
export function tellProblem(text: string | undefined, again?: () => void): void {
  if (text === undefined) return;
  for (const { id, kind, text: said } of toasts) {
    if (kind === "problem" && said === text) closeToast(id);
  }
  add({ kind: "problem", text, ...(again !== undefined && { again }) });
}

/** Says why nothing was done, until the next thing is said. Nothing to say is said by nothing. */
export function tellRefusal(text: string | undefined): void {
  if (text !== undefined) add({ kind: "problem", text, isRefusal: true });
}

/**
 * Says what was done and offers to take it back, for 12 s and while the pointer or the focus is on it.
 * @param offer.undo may throw: then it is said that it was not undone, or what PartlyUndone says.
 */
export function offerUndo({
  text,
  undo,
  about = [],
}: {
  text: string;
  undo: Undo;
  /** Ids of what was changed: an earlier way back would undo this, too, so it goes. */
  about?: readonly string[];
}): void {
  add({ kind: "undo", text, undo, about });
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called after each undo, whatever came of it: who shows a list may be another than who offered it. @returns what ends it */
export function onUndone(listener: () => void): () => void {
  undone.add(listener);
  return () => undone.delete(listener);
}

export function closeToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  change(toasts.filter((toast) => toast.id !== id));
}

/** What was said of these is over: something else is being done with them. A problem stays until it is read. */
export function closeToastsAbout(ids: readonly string[]): void {
  const isOver = ({ kind, about = [] }: Toast) =>
    kind !== "problem" && about.some((one) => ids.includes(one));
  for (const old of toasts.filter(isOver)) closeToast(old.id);
}

/** Whoever comes next in this tab shall neither read of it nor take it back. */
export function closeAllToasts(): void {
  visitor += 1;
  for (const { id } of toasts) closeToast(id);
}

/** Takes back what is offered; the last one when none is named. @returns whether there was anything to take back. */
export function undoToast(id?: number): boolean {
  const toast = toasts.findLast(({ kind, id: own }) => kind === "undo" && (id ?? own) === own);
  if (toast?.undo === undefined) return false;
  closeToast(toast.id);
  runUndo(toast.undo);
  return true;
}

function runUndo(undo: Undo): void {
  const asker = visitor;
  const undoing = undo().finally(() => {
    for (const listener of undone) listener();
  });
  undoing.then(
    (said) => (asker === visitor ? tell(said || "Undone.") : undefined),
    (error: unknown) => {
      if (asker !== visitor) return;
      if (error instanceof PartlyUndone) tellProblem(error.message, () => runUndo(error.again));
      else tellProblem(`It was not undone: ${reasonOf(error)}`);
    },
  );
}

/** What a problem offers. */
export function tryAgain(id: number): void {
  const toast = toasts.find((one) => one.id === id);
  closeToast(id);
  toast?.again?.();
}

/** Nothing goes while somebody is at it. */
export function holdToasts(): void {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
}

export function letToastsGo(): void {
  for (const toast of toasts) goLater(toast);
}

function add(said: Omit<Toast, "id">): void {
  lastId += 1;
  const toast = { ...said, id: lastId };
  closeToastsAbout(said.about ?? []);
  for (const { id, isRefusal } of toasts) if (isRefusal) closeToast(id);
  // A problem stays until somebody has read it; what is least of all is what was said longest ago.
  const oldest = toasts
    .filter(({ kind }) => kind !== "problem")
    .toSorted((a, b) => Number(b.kind === "said") - Number(a.kind === "said"));
  for (const old of oldest.slice(0, Math.max(0, toasts.length + 1 - maxShown))) closeToast(old.id);
  change([...toasts, toast]);
  goLater(toast);
}

function goLater({ id, kind, isRefusal }: Toast): void {
  const afterMs = stayMs[isRefusal ? "refusal" : kind];
  if (afterMs === undefined) return;
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => closeToast(id), afterMs),
  );
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function reasonOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : "try it again.";
}
