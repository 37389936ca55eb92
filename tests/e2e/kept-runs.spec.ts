/** Games come out in a browser as they do in Node, where their own tests play the same runs. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bundleForPage } from "../support/bundle-for-page.ts";
import { type KeptRun, gameNames, playKept } from "../support/kept-runs.ts";
import { expect, open, test } from "../support/site-test.ts";

type Bundle = typeof import("../support/kept-runs.ts");

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

test(
  "the kept runs of every game have the same hash and result",
  { tag: "@embedded" },
  async ({ page }) => {
    const body = await bundleForPage(pathOf("../support/kept-runs.ts"));
    await page.route("**/kept-runs.js", (route) =>
      route.fulfill({ body, contentType: "text/javascript" }),
    );
    await open(page, "/about");
    for (const game of gameNames) {
      const file = pathOf(`../../games/${game}/v1/golden.json`);
      const runs = JSON.parse(readFileSync(file, "utf8")) as KeptRun[];
      expect(runs.length).toBeGreaterThanOrEqual(20);
      const came = await page.evaluate(
        async ([name, kept]) => {
          const address = "/kept-runs.js";
          const { playKept } = (await import(address)) as Bundle;
          return playKept(name, kept);
        },
        [game, runs] as const,
      );
      expect(came, game).toEqual(playKept(game, runs));
      expect(came, game).toEqual(runs.map(({ hash, result }) => ({ hash, result })));
    }
  },
);
