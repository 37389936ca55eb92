/**
 * A browser with the todo list, as a process; see live-device.ts. Arguments: the site's address, a folder, an account's
 * address, a seed and how many acts.
 */
import { todos } from "../../app/live/todos.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { actAndShow, openRecordsIn, shownOf, signInAs, standAt } from "./live-device.ts";
import { randomAct } from "./todos-live-acts.ts";

const [origin = "", folder = "", email = "", seed = "", acts = ""] = process.argv.slice(2);
standAt(origin);
const random = seededRandom(Number(seed));
const records = await openRecordsIn(folder, await signInAs(email), todos);
await actAndShow({
  records,
  random,
  acts: Number(acts),
  restMs: 30,
  name: `${folder.replace(/.*-/, "")}${seed}`,
  act: (parts) => randomAct(records, random, parts),
  show: () => ({ sync: records.sync(), ...shownOf(records, ["tasks", "lost"]) }),
});
