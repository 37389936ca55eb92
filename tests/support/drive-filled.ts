/** A drive with folders and files in it, made as the site's own browser half makes it, but by HTTP alone. */
import { createHash } from "node:crypto";
import type { DriveAct, DriveActResult } from "#lib/drive/acts.ts";
import { mostActs } from "#lib/drive/limits.ts";
import { askFiles, reserveFile, settleFile } from "./site-services.ts";
import { expect } from "./site-test.ts";

export type DriveOwner = { origin: string; uid: string; idToken: string };

/** By its path from the drive down; a folder's ends with `/`. */
export type Filling = Readonly<Record<string, { type?: string; content?: string | Buffer } | null>>;

const letters = "abcdefghijklmnopqrstuvwxyz0123456789";

export function madeDriveId(): string {
  return Array.from({ length: 20 }, () => letters[Math.floor(Math.random() * 36)]).join("");
}

/** All acts are done, or it throws. */
export async function driveActs(
  { origin, uid, idToken }: DriveOwner,
  acts: readonly DriveAct[],
): Promise<DriveActResult[]> {
  const results: DriveActResult[] = [];
  for (let from = 0; from < acts.length; from += mostActs) {
    // Each may stand on those before.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await fetch(`${origin}/api/drive/acts`, {
      method: "POST",
      headers: { authorization: `Bearer ${idToken}`, "content-type": "application/json" },
      body: JSON.stringify({ owner: uid, acts: acts.slice(from, from + mostActs) }),
    });
    expect(answer.status).toBe(200);
    // oxlint-disable-next-line no-await-in-loop
    results.push(...((await answer.json()) as { results: DriveActResult[] }).results);
  }
  expect(results.filter((result) => "error" in result)).toEqual([]);
  return results;
}

/** @returns the id of the object */
export async function storeDriveObject(
  owner: DriveOwner,
  content: string | Buffer,
  type = "text/plain",
): Promise<{ object: string; sha256: string }> {
  const body = Buffer.from(content);
  const object = await storeDriveBytes(owner, body, { contentType: type });
  return { object, sha256: createHash("sha256").update(body).digest("hex") };
}

/** With any metadata, also such as no header can carry. @returns the id of the object */
export async function storeDriveBytes(
  { origin, uid, idToken }: DriveOwner,
  content: Buffer,
  about: object,
): Promise<string> {
  const object = madeDriveId();
  const name = `users/${uid}/files/${object}`;
  const metadata = await reserveFile(origin, idToken, { name, sizeBytes: content.length });
  const boundary = `cut-${object}`;
  const said = JSON.stringify({ ...about, metadata });
  const head = `--${boundary}\r\nContent-Type: application/json\r\n\r\n${said}\r\n--${boundary}\r\n\r\n`;
  const answer = await askFiles(origin, `?name=${encodeURIComponent(name)}`, {
    method: "POST",
    headers: {
      authorization: `Firebase ${idToken}`,
      "content-type": `multipart/related; boundary=${boundary}`,
      "x-goog-upload-protocol": "multipart",
    },
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--`)]),
  });
  expect(answer.status).toBe(200);
  await settleFile(origin, idToken, metadata);
  return object;
}

/** Folders above come by themselves. @returns ids by path */
export async function fillDrive(owner: DriveOwner, filling: Filling): Promise<Map<string, string>> {
  const ids = new Map<string, string>([["", ""]]);
  const acts: DriveAct[] = [];
  for (const [path, file] of Object.entries(filling)) {
    const steps = path.split("/");
    const name = steps.pop() ?? "";
    let parent = "";
    for (const step of steps) {
      const above = ids.get(parent) ?? "";
      parent += `${step}/`;
      if (ids.has(parent)) continue;
      const id = madeDriveId();
      ids.set(parent, id);
      acts.push({ act: "make-folder", id, parent: above, name: step });
    }
    if (file === null) continue;
    // oxlint-disable-next-line no-await-in-loop
    const stored = await storeDriveObject(owner, file.content ?? name, file.type);
    const id = madeDriveId();
    ids.set(path, id);
    acts.push({ act: "add-file", id, parent: ids.get(parent) ?? "", name, ...stored });
  }
  await driveActs(owner, acts);
  return ids;
}
