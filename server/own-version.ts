import { readFileSync } from "node:fs";

/** Of package.json. */
export function ownVersion(): string {
  const path = new URL("../package.json", import.meta.url);
  return (JSON.parse(readFileSync(path, "utf8")) as { version: string }).version;
}
