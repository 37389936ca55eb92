/**
 * A browser with a board, as a process; see live-device.ts. Arguments: the site's address, a folder, an account's address, a
 * seed, how many acts, and the board.
 */
import { boardConfig } from "../../app/live/boards.ts";
import { boardKinds } from "../../lib/boards/shape.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { randomBoardAct } from "./boards-live-acts.ts";
import { actAndShow, openRecordsIn, shownOf, signInAs, standAt } from "./live-device.ts";

const [origin = "", folder = "", email = "", seed = "", acts = "", board = ""] =
  process.argv.slice(2);
standAt(origin);
const random = seededRandom(Number(seed));
const uid = await signInAs(email);
const records = await openRecordsIn(folder, uid, boardConfig(board));
await actAndShow({
  records,
  random,
  acts: Number(acts),
  // What is done within one rest goes as one change, and the judge would see only a few.
  restMs: 200,
  name: `${folder.replace(/.*-/, "")}${seed}`,
  act: (parts) => randomBoardAct(records, random, { ...parts, uid }),
  show: () => ({
    sync: records.sync(),
    waits: records.refused().map(({ changes }) => changes),
    ...shownOf(records, boardKinds),
  }),
});
