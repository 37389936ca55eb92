/** Paths that rules write down: `/databases/$(database)/documents/users/$(uid)`. */
import type { Context, ServiceExpression } from "./compile-service-expression.ts";
import { noValue } from "./evaluation.ts";
import type { Expression } from "./expression.ts";
import { known, toSegment } from "./service-access.ts";
import { isMap } from "./service-value.ts";

type Path = Extract<Expression, { kind: "path" }>;

export function compilePath(path: Path, { compile }: Context): ServiceExpression {
  const segments = path.segments.map((segment) =>
    typeof segment === "string" ? () => segment : compile(segment),
  );
  return (run) => ({ type: "path", segments: segments.map((segment) => toSegment(segment(run))) });
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
    const map = given(run);
    if (!isMap(map)) throw noValue;
    const bound = new Map<string, string>();
    const filled = segments.map((segment) => {
      if (typeof segment === "function") return toSegment(segment(run));
      const text = toSegment(known(map.get(segment.bind)));
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
