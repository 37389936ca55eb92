/** What the main thread and a store thread say to each other; all of it passes by structured clone. */
import { OperationError, StoreError, type StoreErrorCode } from "./errors.ts";
import type { SentModule } from "./operation-module.ts";

export type ThreadSettings = {
  role: "writer" | "reader";
  path: string;
  modules: SentModule[];
};

export type Call = { id: number; name: string; input: unknown };

export type ToThread =
  | { do: "run"; calls: Call[] }
  | { do: "checkpoint"; id: number }
  | { do: "close" };

export type Outcome = { id: number; output: unknown } | { id: number; refused: Refusal };

export type FromThread = { is: "ready" } | { is: "done"; outcomes: Outcome[] };

export type Refusal =
  | { kind: "operation"; code: string; message: string; details: unknown }
  | { kind: "store"; code: StoreErrorCode; message: string; cause?: string };

/** @param code what an error that is neither of our two kinds counts as. */
export function toRefusal(error: unknown, code: StoreErrorCode, message: string): Refusal {
  if (error instanceof OperationError) {
    return { kind: "operation", code: error.code, message: error.message, details: error.details };
  }
  if (error instanceof StoreError) {
    return { kind: "store", code: error.code, message: error.message };
  }
  const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { kind: "store", code, message, cause };
}

export function fromRefusal(refusal: Refusal): OperationError | StoreError {
  return refusal.kind === "operation"
    ? new OperationError(refusal.code, refusal.message, refusal.details)
    : new StoreError(refusal.code, refusal.message, refusal.cause);
}
