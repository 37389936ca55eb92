/** A drive with many files in one folder, put there as another device would have uploaded them. */
import type { DriveAct, DriveActResult } from "#lib/drive/acts.ts";
import { mostActs } from "#lib/drive/limits.ts";

export type FilledAccount = { origin: string; uid: string; idToken: string };

const atOnce = 8;
const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
const words = ["tide", "harbour", "letter", "invoice", "summer", "scan", "note", "sketch"];
const types = ["text/plain", "text/csv", "application/json", "application/x-bench"];

function newId(): string {
  return Array.from({ length: 20 }, () => letters[Math.floor(Math.random() * 36)]).join("");
}

/** @returns the folder's id */
export async function fillFolder(
  account: FilledAccount,
  name: string,
  files: number,
): Promise<string> {
  const folder = newId();
  await act(account, [{ act: "make-folder", id: folder, parent: "", name }]);
  const acts: DriveAct[] = [];
  let next = 0;
  const work = async () => {
    while (next < files) {
      const at = next++;
      // oxlint-disable-next-line no-await-in-loop -- the next one of this line
      const object = await store(account, `file ${at}`, types[at % types.length]!);
      acts.push({
        act: "add-file",
        id: newId(),
        parent: folder,
        name: `${words[at % words.length]} ${at}.txt`,
        object,
        sha256: null,
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  for (let from = 0; from < acts.length; from += mostActs) {
    // oxlint-disable-next-line no-await-in-loop
    await act(account, acts.slice(from, from + mostActs));
  }
  return folder;
}

async function act({ origin, uid, idToken }: FilledAccount, acts: DriveAct[]): Promise<void> {
  const answer = await fetch(`${origin}/api/drive/acts`, {
    method: "POST",
    headers: { authorization: `Bearer ${idToken}`, "content-type": "application/json" },
    body: JSON.stringify({ owner: uid, acts }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The acts were answered with ${answer.status}: ${text}`);
  const { results } = JSON.parse(text) as { results: DriveActResult[] };
  const refused = results.find((result) => "error" in result);
  if (refused) throw new Error(`An act was refused: ${JSON.stringify(refused)}`);
}

async function store(
  { origin, uid, idToken }: FilledAccount,
  content: string,
  type: string,
): Promise<string> {
  const object = newId();
  const name = encodeURIComponent(`users/${uid}/files/${object}`);
  const answer = await fetch(`${origin}/v0/b/foyer/o/${name}`, {
    method: "POST",
    headers: { authorization: `Firebase ${idToken}`, "content-type": type },
    body: content,
  });
  if (!answer.ok) throw new Error(`The file was answered with ${answer.status}.`);
  await answer.arrayBuffer();
  return object;
}
