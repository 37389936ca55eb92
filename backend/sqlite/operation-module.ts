/** What a room hands to the storage floor: its tables and the functions that run beside them. */
import type { StatementSync } from "node:sqlite";

/** A connection inside a thread. Statements are prepared once per SQL text; transactions are not its business. */
export type StoreDatabase = {
  prepare(sql: string): StatementSync;
  /**
   * Runs an operation of any room, in this same transaction. Rooms do not import each other: the wiring hands out
   * names. What it throws undoes the calling operation too, unless that one catches it.
   */
  run(name: string, input: unknown): unknown;
};

/**
 * Runs inside a thread, in a transaction: all of it is kept, or nothing when it throws.
 * Input and output pass by structured clone.
 */
export type Operation<Input = never, Output = unknown> = (
  db: StoreDatabase,
  input: Input,
) => Output;

export type Operations = Record<string, Operation>;

export type OperationModule = {
  /** Whose tables these are; migrations are numbered per room. */
  room: string;
  /** Files `0001-what-it-makes.sql`, numbered from 1 without a gap. A released file never changes. */
  migrations: URL[];
  /** Names are unique over all rooms; by custom they begin with the room's. */
  operations: Operations;
  /** Called once in each store thread, before any operation. What it throws refuses the opening. */
  configure?: (settings: never) => void;
};

/** Where a room's operation module is, and what its `configure` gets, by structured clone. */
export type ModuleSource = { url: URL; settings?: unknown };

/** As `ModuleSource`, in a form that can be sent to a thread. */
export type SentModule = { href: string; settings: unknown };

export async function loadOperationModules(
  sources: readonly SentModule[],
): Promise<OperationModule[]> {
  return Promise.all(
    sources.map(async ({ href, settings }) => {
      const module = (await import(href)) as OperationModule;
      module.configure?.(settings as never);
      return module;
    }),
  );
}

export function gatherOperations(modules: readonly OperationModule[]): Map<string, Operation> {
  const gathered = new Map<string, Operation>();
  for (const module of modules) {
    for (const [name, operation] of Object.entries(module.operations)) {
      if (gathered.has(name)) throw new Error(`Two operations have the name ${name}.`);
      gathered.set(name, operation);
    }
  }
  return gathered;
}
