import { isLocal } from "../../dates/floating.ts";
import type { Rule } from "../rule.ts";
import { readRuleText } from "../rule-text.ts";

/** What is stored may come from anywhere. */
export function isRule({ rule, start }: Rule): boolean {
  return isLocal(start) && readRuleText(rule) !== undefined;
}
