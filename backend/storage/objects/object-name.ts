import { faultOfObjectName } from "#lib/object-name.ts";
import { invalidArgument } from "../errors.ts";

/**
 * A name is never a path on the disk.
 * @throws OperationError INVALID_ARGUMENT
 */
export function checkObjectName(name: string): void {
  const fault = faultOfObjectName(name);
  if (fault !== undefined) throw invalidArgument(fault);
}
