/** How much one connection may leave behind. */
import { OperationError } from "../sqlite/index.ts";

const MAX_WRITES = 200;
const MAX_CHARS = 1024 * 1024;

/** @throws OperationError resource_exhausted */
export function checkLeft(writes: number, chars: number): void {
  if (writes <= MAX_WRITES && chars <= MAX_CHARS) return;
  throw new OperationError(
    "resource_exhausted",
    `A connection must not leave more than ${MAX_WRITES} writes or ${MAX_CHARS} characters behind.`,
  );
}
