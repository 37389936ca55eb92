/** Uploads into a drive as somebody sees them, and what the server has of them afterwards. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Page } from "@playwright/test";
import { type DriveFile, objectNameOf, readDriveNode } from "#lib/drive/node.ts";
import { type FirestoreFields, fromFirestoreFields } from "#lib/firestore-value.ts";
import type { Known } from "./sign-in-steps.ts";
import { askDocuments, askFiles } from "./site-services.ts";
import { expect, open } from "./site-test.ts";

export const dock = (page: Page) => page.getByRole("region", { name: "Uploads", exact: true });
export const report = (page: Page) => dock(page).locator("output.drive-report");

export async function openDrivePage(page: Page, query = ""): Promise<void> {
  await open(page, `/FileStorageApp${query}`);
  await expect(page.getByRole("button", { name: "Upload", exact: true })).toBeEnabled();
}

/** By the menu's picker. */
export async function chooseFiles(page: Page, ...paths: string[]): Promise<void> {
  await page.getByLabel("Files to upload").setInputFiles(paths);
}

/** In a folder of the test: text by path. @returns the paths on disk */
export async function writeTree(
  folder: string,
  tree: Readonly<Record<string, string | Buffer>>,
): Promise<string[]> {
  const paths: string[] = [];
  for (const [path, content] of Object.entries(tree)) {
    const at = join(folder, path);
    // oxlint-disable-next-line no-await-in-loop -- small files
    await mkdir(dirname(at), { recursive: true });
    // oxlint-disable-next-line no-await-in-loop
    await writeFile(at, content);
    paths.push(at);
  }
  return paths;
}

/** By path from the drive down; a folder's ends with `/`, and has no file. */
export type DriveSeen = Map<string, DriveFile | undefined>;

/** What the server has, without what is in the trash. */
export async function seenDrive(origin: string, { uid, idToken }: Known): Promise<DriveSeen> {
  const answer = await askDocuments(origin, `users/${uid}:runQuery`, {
    method: "POST",
    headers: { authorization: `Bearer ${idToken}` },
    body: JSON.stringify({ structuredQuery: { from: [{ collectionId: "files" }] } }),
  });
  expect(answer.status).toBe(200);
  const rows = (await answer.json()) as { document?: { fields: FirestoreFields } }[];
  const nodes = new Map(
    rows
      .flatMap(
        ({ document }) => readDriveNode(document && fromFirestoreFields(document.fields)) ?? [],
      )
      .filter(({ trashedAt }) => trashedAt === null)
      .map((node) => [node.id, node]),
  );
  const pathOf = (id: string): string => {
    const node = nodes.get(id);
    if (node === undefined) return "";
    return `${pathOf(node.parent)}${node.name}${node.kind === "folder" ? "/" : ""}`;
  };
  return new Map(
    [...nodes.values()].map((node) => [pathOf(node.id), node.kind === "file" ? node : undefined]),
  );
}

export async function storedText(
  origin: string,
  { uid, idToken }: Known,
  file: DriveFile | undefined,
): Promise<string> {
  expect(file).toBeDefined();
  const name = encodeURIComponent(objectNameOf(uid, file!.version.object));
  const answer = await askFiles(origin, `/${name}?alt=media`, {
    headers: { authorization: `Firebase ${idToken}` },
  });
  expect(answer.status).toBe(200);
  return answer.text();
}
