import { type OnDay, choiceOf } from "./rule-choice.ts";
import type { Rule } from "./rule.ts";

const dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const months =
  "January February March April May June July August September October November December".split(
    " ",
  );
const nths: Record<number, string> = {
  1: "first",
  2: "second",
  3: "third",
  4: "fourth",
  5: "fifth",
  [-1]: "last",
};

/** `Every 2 weeks on Monday and Friday, until 18 December 2026`. A rule that was not made here is shown as it is. */
export function ruleWords(rule: Rule): string {
  const choice = choiceOf(rule);
  if (!choice) return rule.rule;
  const { unit, interval, days, on, month, end } = choice;
  const length = interval === 1 ? unit : `${interval} ${unit}s`;
  const ends =
    end === null ? "" : "until" in end ? `, until ${dateWords(end.until)}` : timesWords(end.count);
  if (rule.mode === "after") {
    return `${interval === 1 ? `A ${unit}` : length} after it is completed${ends}`;
  }
  if (unit === "week" && interval === 1 && days.join("") === "01234") return `Every weekday${ends}`;
  const every = `Every ${length}`;
  if (unit === "week" && days.length > 0) {
    return `${every} on ${listWords(days.map((day) => dayNames[day]!))}${ends}`;
  }
  const inMonth = month === null ? "" : months[month - 1]!;
  if (on === null) return `${every}${inMonth && ` in ${inMonth}`}${ends}`;
  return `${every} on ${onWords(on)}${inMonth && ` of ${inMonth}`}${ends}`;
}

function onWords(on: OnDay): string {
  if ("nth" in on) {
    return on.nth === 0
      ? dayNames[on.weekday]!
      : `the ${nths[on.nth] ?? on.nth} ${dayNames[on.weekday]}`;
  }
  if (on.day < 0) return on.day === -1 ? "the last day" : `the ${ordinal(-on.day)} last day`;
  return `the ${ordinal(on.day)}${on.short === "last" ? " (or the last day)" : ""}`;
}

function ordinal(number: number): string {
  const tens = number % 100;
  const ending = tens > 10 && tens < 14 ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
  return `${number}${ending}`;
}

/** `18 December 2026` */
function dateWords(date: string): string {
  const [year, month, day] = date.split("-").map(Number);
  return `${day} ${months[month! - 1]} ${year}`;
}

function timesWords(count: number): string {
  return count === 1 ? ", once" : `, ${count} times`;
}

function listWords(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
