/**
 * Writes comments on a board until it is killed, and has them followed. Its standard input is JSON, `AskedNotices`. A line
 * `w N` says that comment N is taken.
 */
import { readFileSync, writeSync } from "node:fs";
import { createBackend } from "#backend";
import { createEmbeddedServerBackend } from "../../server/backend-port/embedded.ts";
import { readIndexesFile, readRulesFiles } from "../../server/config/rules-files.ts";
import { createLog } from "../../server/log.ts";
import { followingOf } from "./board-notices-parts.ts";
import type { AskedNotices } from "./board-notices-parts.ts";

const [dataDir = ""] = process.argv.slice(2);
const asked = JSON.parse(readFileSync(0, "utf8")) as AskedNotices;
const { board, ann, ben, first } = asked;
const [rules, indexes] = await Promise.all([readRulesFiles(), readIndexesFile()]);
const backend = await createBackend({ dataDir, projectId: "kill", rules, indexes });
const log = createLog("silent");
const server = createEmbeddedServerBackend(backend, { projectId: "kill", log });
const { boards, follow, jobs } = followingOf(server, asked);
jobs.start();
follow.start();
for (let comment = first; ; comment += 1) {
  const stamps = { t: 1_000_000_000_000_000 + comment, p: 0 };
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  const answer = await boards.change(ann, board, {
    [`comments/m${comment}/text`]: { v: `Words ${comment}`, ...stamps },
    [`comments/m${comment}/of`]: { card: "roof", by: ann, on: comment, ...stamps },
    [`comments/m${comment}/mentions`]: { v: ben, ...stamps },
  });
  if (answer !== "taken") throw new Error(`${comment}: ${JSON.stringify(answer)}`);
  writeSync(1, `w ${comment}\n`);
}
