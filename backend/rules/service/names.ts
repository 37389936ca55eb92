/** What expressions of Firestore and Storage rules are compiled with and into. */
import type { RulesError } from "../errors.ts";
import type { Expression } from "../expression.ts";
import type { RulesObserver } from "../observer.ts";
import type { ServiceRun } from "./run.ts";
import type { ServiceValue } from "./value.ts";

/** @throws noValue, tooCostly */
export type ServiceExpression = (run: ServiceRun) => ServiceValue;

export type ServiceNames = {
  service: "firestore" | "storage";
  /** Properties of `request` and of `resource`. */
  request: readonly string[];
  resource: readonly string[];
  fail: (message: string, offset: number) => RulesError;
  warn: (message: string, offset: number) => void;
  observer: RulesObserver | undefined;
};

/** What the parts of an expression are compiled with. */
export type Context = {
  names: ServiceNames;
  compile: (expression: Expression) => ServiceExpression;
  /** Whether something here has this name. */
  isValue: (name: string) => boolean;
};
