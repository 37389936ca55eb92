/** What an answer proposes, in a block of the language `foyer`: data of somebody else, which nothing is done with by itself. */
import type { AiProposal } from "#lib/ai/api.ts";
import type { ToolDraft } from "#app/ui/tool-feature.ts";

const mostTitle = 200;
const mostText = 10_000;

/** Undefined: it proposes nothing that could be made. */
export function readProposal(json: string): ToolDraft | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { make, title, due, notes, text } = value as Partial<Record<string, unknown>>;
  const kind = kinds.find((one) => one === make);
  const draft = {
    title: lineOf(title),
    text: (textOf(kind === "journal" ? text : notes) ?? "").slice(0, mostText),
  };
  if (kind === undefined || (draft.title === "" && (kind !== "journal" || draft.text === "")))
    return undefined;
  const day = kind === "todo" && isDay(due) ? { due } : {};
  return { kind, ...draft, ...day };
}

const kinds: readonly AiProposal["make"][] = ["todo", "card", "journal"];

const textOf = (value: unknown) => (typeof value === "string" ? value.trim() : undefined);
const lineOf = (value: unknown) =>
  (textOf(value) ?? "").replaceAll(/\s+/gu, " ").slice(0, mostTitle);

function isDay(value: unknown): value is string {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/u.test(value)) return false;
  const at = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
}
