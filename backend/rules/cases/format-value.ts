/** Values of expressions for who reads a trace: like JSON, and short. */
import type { Snapshot } from "../database/snapshot.ts";
import { noValue } from "../evaluation.ts";
import { isList, type ServiceMap, type ServiceValue } from "../service/value.ts";

const maxChars = 80;

export function cut(text: string, most = maxChars): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** Of the Realtime Database: JSON; of a snapshot what it holds, of one with children their names. */
export function formatDatabaseValue(value: unknown): string {
  if (!isSnapshot(value)) return cut(JSON.stringify(value));
  const held = value.view.value(value.path);
  if (typeof held !== "object" || held === null) return cut(JSON.stringify(held));
  return cut(`{${Object.keys(held).join(", ")}}`);
}

/** Claims of a token are JSON, which has no functions. */
function isSnapshot(value: unknown): value is Snapshot {
  return typeof (value as Partial<Snapshot> | null)?.view?.exists === "function";
}

/** Of Firestore and Storage. */
export function formatServiceValue(value: unknown): string {
  return cut(format(value as ServiceValue));
}

function format(value: ServiceValue): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (isList(value)) return `[${formatAll(value)}]`;
  switch (value.type) {
    case "map":
      return formatMap(value);
    case "set":
      return `{${formatAll(value.items)}}`;
    case "path":
      return `/${value.segments.join("/")}`;
    case "timestamp":
      return `timestamp ${new Date(Number(value.nanoseconds / 1_000_000n)).toISOString()}`;
    case "duration":
      return `duration ${Number(value.nanoseconds) / 1e9}s`;
    case "bytes":
      return `bytes ${value.text}`;
    case "latlng":
      return `latlng ${value.latitude},${value.longitude}`;
    case "map_diff": {
      const changed = [...value.added, ...value.removed, ...value.changed];
      return `a difference in ${formatAll(changed)}`;
    }
    case "found":
      return "what the query finds";
  }
}

function formatAll(values: readonly ServiceValue[]): string {
  return values.map(format).join(", ");
}

/** Of what a query finds, only some is known. */
function formatMap(map: ServiceMap): string {
  try {
    const entries = map.keys().map((key) => `${key}: ${format(map.get(key) ?? null)}`);
    return `{${entries.join(", ")}}`;
  } catch (error) {
    if (error === noValue) return "not known";
    throw error;
  }
}
