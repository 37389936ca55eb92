/** The models that judge the service are judged here by the SDK's own evaluation of a tree, without any server. */
import { setLogLevel } from "firebase/app";
import { forceWebSockets, goOffline, ref, set } from "firebase/database";
import { expect, test } from "vitest";
import { follow, openModelClient } from "./testing/model-client.ts";
import { randomPath, randomQuery, randomWrite } from "./testing/model-steps.ts";
import { type ModelNode, written } from "./testing/model-tree.ts";
import { seededRandom } from "./testing/random.ts";

forceWebSockets();
setLogLevel("error");

const STEPS = 2_000;

test(`${STEPS} random writes and queries of all forms give the model's tree, order and events in the SDK`, async () => {
  await using client = openModelClient("http://127.0.0.1:1?ns=foyer");
  goOffline(client.db);
  const random = seededRandom(11);
  // Its own write of everything is all that the SDK needs to know everything.
  void set(ref(client.db), { t: 1 });
  let tree: ModelNode = written(null, [], { t: 1 }, 0);
  const whole = follow(client.db, "/");
  for (let i = 0; i < STEPS; i += 1) {
    const step = randomWrite(random, "t");
    // The SDK has a clock of its own, and a transaction would wait for a server.
    if (/^transaction|timestamp/.test(step.text)) continue;
    void step.run(client.db);
    tree = step.apply(tree, 0);
    const filtered = follow(client.db, randomPath(random, "t", 2), randomQuery(random));
    for (const follower of [whole, filtered]) {
      const { name } = follower;
      const fault = follower.faultOf(tree);
      expect({ i, step: step.text, name, fault }).toMatchObject({ fault: undefined });
    }
    filtered.stop();
  }
}, 60_000);
