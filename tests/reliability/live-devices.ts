/** Processes that stand for browsers (live-device.ts), as a test sees them, and what they show held against what is stored. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { readItem } from "#lib/records/register.ts";

const password = "correct horse";

/** `waits`: what the server does not take. */
export type Shown = { sync: unknown; waits?: unknown; [kind: string]: unknown };
export type LiveWords = { typed: Set<string>; replaced: Set<string> };
export type LiveDevice = ReturnType<typeof openLiveDevice>;

const quiet = "--disable-warning=ExperimentalWarning";

export async function signUp(
  origin: string,
  email: string,
): Promise<{ localId: string; idToken: string }> {
  const url = `${origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=test`;
  const body = JSON.stringify({ email, password, returnSecureToken: true });
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as { localId: string; idToken: string };
}

/** @param asked its arguments; the second is its folder, which ends with its name */
export function openLiveDevice(script: URL, asked: string[], words: LiveWords) {
  const child = spawn(process.execPath, [quiet, fileURLToPath(script), ...asked], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  const acted = Promise.withResolvers<void>();
  const answers: ((shown: Shown) => void)[] = [];
  let count = 0;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const [what, word = ""] = line.split(" ");
    if (what === "w") {
      words.typed.add(word);
      count += 1;
    } else if (what === "r") words.replaced.add(word);
    else if (what === "acted") acted.resolve();
    else answers.shift()?.(JSON.parse(line) as Shown);
  });
  return {
    name: asked[1]?.replace(/.*-/, "") ?? "",
    words: () => count,
    acted: acted.promise,
    shown(): Promise<Shown> {
      const answer = Promise.withResolvers<Shown>();
      answers.push(answer.resolve);
      child.stdin.write("?\n");
      return answer.promise;
    },
    async kill() {
      child.kill("SIGKILL");
      await closed;
    },
  };
}

export async function syncOf(device: LiveDevice): Promise<string> {
  return JSON.stringify((await device.shown()).sync).replaceAll('"', "");
}

/** What differs of these kinds: `KIND/ID: as it is shown, as it is stored`. */
export function differencesOf(
  kinds: readonly string[],
  shown: Shown,
  stored: Record<string, object>,
): string[] {
  const there = itemsOf(kinds, stored);
  return kinds.flatMap((kind) => {
    const [one, other] = [shown[kind] ?? {}, there[kind] ?? {}].map(
      (items) => new Map(Object.entries(items)),
    ) as [Map<string, unknown>, Map<string, unknown>];
    const ids = [...new Set([...one.keys(), ...other.keys()])];
    const differing = ids.filter((id) => sorted(one.get(id)) !== sorted(other.get(id)));
    return differing.map((id) => `${kind}/${id}: ${sorted(one.get(id))}, ${sorted(other.get(id))}`);
  });
}

function itemsOf(kinds: readonly string[], stored: Record<string, object>): Record<string, object> {
  return Object.fromEntries(
    kinds.map((kind) => [
      kind,
      Object.fromEntries(
        Object.entries(stored[kind] ?? {}).map(([id, value]) => [id, readItem(value)?.registers]),
      ),
    ]),
  );
}

/** Whatever the order of its parts. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
