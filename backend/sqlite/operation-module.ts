/** What a room hands to the storage floor: its tables and the functions that run beside them. */
import type { StatementSync } from "node:sqlite";

/** A connection inside a thread. Statements are prepared once per SQL text; transactions are not its business. */
export type StoreDatabase = { prepare(sql: string): StatementSync };

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
};

export async function loadOperationModules(urls: readonly string[]): Promise<OperationModule[]> {
  return Promise.all(urls.map(async (url) => (await import(url)) as OperationModule));
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
