import { preconditionFailed } from "../errors.ts";
import type { StoredObject } from "./object.ts";

/** Of the query parameters with these names; generation 0 means that there must be no object. */
export type GenerationConditions = Partial<Record<(typeof conditionNames)[number], number>>;

export const conditionNames = [
  "ifGenerationMatch",
  "ifGenerationNotMatch",
  "ifMetagenerationMatch",
  "ifMetagenerationNotMatch",
] as const;

/** Null: nothing is asked. */
export type Precondition = { ifGeneration: GenerationConditions | null };

/** After the rules were asked, so that it tells strangers nothing. @throws OperationError PRECONDITION_FAILED */
export function checkPrecondition(
  { ifGeneration }: Precondition,
  object: StoredObject | undefined,
): void {
  const failed = failedCondition(ifGeneration, object);
  if (failed !== undefined) throw preconditionFailed(`The object is not as ${failed} says.`);
}

/** The name of one that does not hold. */
export function failedCondition(
  conditions: GenerationConditions | null,
  object: StoredObject | undefined,
): (typeof conditionNames)[number] | undefined {
  const { generation = 0, metageneration = 0 } = object ?? {};
  return conditionNames.find((name) => {
    const asked = conditions?.[name];
    if (asked === undefined) return false;
    const own = name.startsWith("ifMeta") ? metageneration : generation;
    return name.endsWith("NotMatch") ? asked === own : asked !== own;
  });
}
