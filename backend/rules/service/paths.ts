/** Paths that rules write down: `/databases/$(database)/documents/users/$(uid)`. */
import { noValue } from "../evaluation.ts";
import type { Expression } from "../expression.ts";
import { known, toSegment } from "./access.ts";
import type { Context, ServiceExpression } from "./names.ts";
import { isMap, valueAt } from "./value.ts";

type Path = Extract<Expression, { kind: "path" }>;

export function compilePath(path: Path, { compile }: Context): ServiceExpression {
  const segments = path.segments.map((segment) =>
    typeof segment === "string" ? () => segment : compile(segment),
  );
  return (run) => {
    run.budget.spend(segments.length / 20);
    const filled = segments.map((segment) => toSegment(segment(run), run.budget));
    return { type: "path", segments: filled };
  };
}

/** `(/a/$(x)).bind({'x': 'b'})`: the map gives the names that mean nothing here. */
export function compileBind(
  path: Path,
  values: Expression,
  { compile, isValue }: Context,
): ServiceExpression {
  const given = compile(values);
  const segments = path.segments.map((segment) => {
    if (typeof segment === "string") return () => segment;
    return segment.kind === "name" && !isValue(segment.name)
      ? { bind: segment.name }
      : compile(segment);
  });
  return (run) => {
    run.budget.evaluate(1);
    run.budget.spend(segments.length / 10);
    const map = given(run);
    if (!isMap(map)) throw noValue;
    const bound = new Map<string, string>();
    const filled = segments.map((segment) => {
      if (typeof segment === "function") return toSegment(segment(run), run.budget);
      const text = toSegment(known(valueAt(map, segment.bind, run.budget)), run.budget);
      bound.set(segment.bind, text);
      return text;
    });
    return { type: "path", segments: filled, bound };
  };
}

/** As far as it is written down. */
export function canBeDocument({ segments }: Path): boolean {
  const [databases, , documents, ...below] = segments;
  if (typeof databases !== "object" && databases !== "databases") return false;
  if (typeof documents !== "object" && documents !== "documents") return false;
  return below.length > 0 && below.length % 2 === 0;
}
