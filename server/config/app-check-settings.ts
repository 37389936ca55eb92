/** Of which apps requests for files must come: FOYER_APP_CHECK_PROJECT and FOYER_APP_CHECK_KEYS. */
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";

export type AppCheckSettings = {
  /** Of the Firebase project that gives the tokens out; digits. */
  projectNumber: string;
  /** Where the keys are that its tokens are signed with: an https address, or the absolute path of a file. */
  keys: URL | string;
};

const maxFileBytes = 64 * 1024;

/** Undefined where every app is let in, and when something is wrong: each mistake is added to `faults`. */
export function readAppCheckSettings(
  values: { project: string; keys: string },
  faults: string[],
): AppCheckSettings | undefined {
  const { project } = values;
  if (project === "") return undefined;
  if (!/^\d{1,20}$/.test(project)) {
    faults.push(
      `FOYER_APP_CHECK_PROJECT is "${project}": it must be the number of a Firebase project, not its id.`,
    );
    return undefined;
  }
  const keys = readKeys(values.keys);
  if (keys === undefined) {
    faults.push(
      "FOYER_APP_CHECK_KEYS is wrong: it must be an https address, or the path of a JSON file with public keys (JWKS).",
    );
    return undefined;
  }
  return { projectNumber: project, keys };
}

function readKeys(text: string): URL | string | undefined {
  if (/^[a-z]+:\/\//i.test(text)) {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url?.protocol === "https:" && url.username === "" ? url : undefined;
  }
  const path = resolve(text);
  return isKeySet(path) ? path : undefined;
}

function isKeySet(path: string): boolean {
  try {
    if (statSync(path).size > maxFileBytes) return false;
    const file = JSON.parse(readFileSync(path, "utf8")) as { keys?: unknown } | null;
    return Array.isArray(file?.keys) && file.keys.length > 0;
  } catch {
    // Said by the caller, in words that name the setting.
    return false;
  }
}
