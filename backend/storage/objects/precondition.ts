import { preconditionFailed } from "../errors.ts";
import type { StoredObject } from "./object.ts";

/** Of `ifGenerationMatch`; 0 means that there must be no object, null that nothing is asked. */
export type Precondition = { ifGeneration: number | null };

/** After the rules were asked, so that it tells strangers nothing. @throws OperationError PRECONDITION_FAILED */
export function checkPrecondition(
  { ifGeneration }: Precondition,
  object: StoredObject | undefined,
): void {
  if (ifGeneration === null || ifGeneration === (object?.generation ?? 0)) return;
  throw preconditionFailed("The object has another generation than ifGenerationMatch says.");
}
