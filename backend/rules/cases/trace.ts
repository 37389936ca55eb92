/** What the rules of one request came to and why: as a tree of values while they are asked, as lines for who reads it. */
import { lineAndColumn } from "../errors.ts";
import type { ObservedRule, RulesObserver } from "../observer.ts";
import type { RulesSource } from "../types.ts";
import { type Evaluated, reasonsOf } from "./why.ts";

export type TracedRule = {
  rule: ObservedRule;
  holds: boolean;
  /** Undefined for a rule that is just `true` or `false`, and for one without a condition. */
  evaluated: Evaluated | undefined;
};

export type Tracer = {
  /** To be handed to the compiler. */
  observer: RulesObserver;
  /** All rules of the file. */
  rules: readonly ObservedRule[];
  /** The rules that were asked since the last call, in order. */
  take(): TracedRule[];
};

export function createTracer(): Tracer {
  const rules: ObservedRule[] = [];
  let traced: TracedRule[] = [];
  // What has ended of the innermost expression that has begun, and of those around it.
  let inside: Evaluated[] = [];
  const around: Evaluated[][] = [];
  return {
    rules,
    observer: {
      found: (rule) => void rules.push(rule),
      evaluated(rule, holds) {
        traced.push({ rule, holds, evaluated: inside[0] });
        inside = [];
      },
      expressions: {
        began() {
          around.push(inside);
          inside = [];
        },
        ended(expression, value) {
          const inner = inside;
          inside = around.pop() as Evaluated[];
          inside.push({ expression, value, inner });
        },
      },
    },
    take() {
      const taken = traced;
      traced = [];
      return taken;
    },
  };
}

const maxReasons = 8;

/** Each rule with what it came to and, indented, which parts decided that. */
export function formatTrace(
  source: RulesSource,
  traced: readonly TracedRule[],
  formatValue: (value: unknown) => string,
): string[] {
  return traced.flatMap(({ rule, holds, evaluated }) => {
    const reasons = evaluated === undefined ? [] : reasonsOf(source.text, evaluated, formatValue);
    const shown = reasons.slice(0, maxReasons).map(({ offset, text }) => {
      return `  ${lineAndColumn(source.text, offset)} ${text}`;
    });
    const rest = reasons.length - shown.length;
    return [
      `${source.file}:${rule.place} ${rule.name}: ${holds ? "grants" : "does not grant"}`,
      ...shown,
      ...(rest === 0 ? [] : [`  and ${rest} more`]),
    ];
  });
}
