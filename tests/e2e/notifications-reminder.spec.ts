/** A reminder from the words of the quick add to the device that shows it, on a server that is killed in between. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { openPushService } from "../../server/push/testing/push-service.ts";
import type { PushService } from "../../server/push/testing/push-service.ts";
import { startStandIn } from "../support/firebase-stand-in.ts";
import { startFoyer, startHostedFoyer } from "../support/foyer-process.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { freePort } from "../support/free-port.ts";
import { replayedMain } from "../support/github-replay.ts";
import { pushedPage, subscribeAs } from "../support/push-in-page.ts";
import { createAccount } from "../support/sign-in-steps.ts";
import { expect, open, test as base } from "../support/site-test.ts";

type KilledSite = {
  first: FoyerProcess;
  service: PushService;
  /** kill -9, and a new start on the same data. */
  restart: () => Promise<void>;
};

const test = base.extend<{ site: KilledSite }>({
  site: [
    async ({ backend }, use) => {
      await using all = new AsyncDisposableStack();
      const service = all.use(await openPushService());
      const dataDir = await mkdtemp(join(tmpdir(), "foyer-reminder-"));
      all.defer(() => rm(dataDir, { recursive: true, force: true }));
      const standIn = backend === "hosted" ? all.use(await startStandIn()) : undefined;
      const options = { args: replayedMain(service.web), env: { PORT: await freePort() } };
      const start = (): Promise<FoyerProcess> =>
        standIn ? startHostedFoyer({ ...options, standIn }) : startFoyer({ ...options, dataDir });
      let running = await start();
      all.defer(() => running[Symbol.asyncDispose]());
      const restart = async () => {
        await running.stop("SIGKILL");
        running = await start();
      };
      await use({ first: running, service, restart });
    },
    { timeout: 60_000 },
  ],
  foyer: async ({ site }, use) => use(site.first),
});
test.use({ serviceWorkers: "allow" });
test.describe.configure({ timeout: 180_000 });

const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ });

/** Its minute is over for the server, and yet to come for a browser whose clock is behind. */
function lastMinute(): string {
  const now = new Date();
  return [now.getHours(), now.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
}

async function addReminded(page: Page, title: string, isHosted: boolean): Promise<void> {
  const told = isHosted ? page.waitForResponse(/\/api\/effects$/) : undefined;
  await page.clock.setSystemTime(Date.now() - 90_000);
  const field = page.getByRole("textbox", { name: "New task" });
  await field.fill(`${title} remind me at ${lastMinute()}`);
  await expect(page.getByRole("list", { name: "Understood" })).toContainText("Reminder");
  await field.press("Enter");
  await expect(field).toHaveValue("");
  await expect(page.locator(".sync-state")).toHaveText("Saved");
  // On Firebase nobody else says that there is something to plan.
  expect((await told)?.status() ?? 204).toBe(204);
}

test("a reminder of the quick add is told once, by bell and device, whenever the server is killed @long", async ({
  page,
  site,
  backend,
  watch,
}) => {
  watch.expectFault(/ERR_|WebSocket|Failed to (?:load resource|fetch)|Could not|unavailable/i);
  const { service, restart, first } = site;
  await subscribeAs(page, service.newSubscription());
  await open(page, "/Settings#notifications");
  const { uid, idToken } = await createAccount(page);
  await page.getByRole("button", { name: "Tell me on this device" }).click();
  await expect(page.getByText("This device is told from now on.")).toBeVisible();

  await open(page, "/AdvancedTodoList?view=list:");
  await addReminded(page, "Pay rent", backend === "hosted");
  await restart();
  // Between a push and its note the same one can go out twice: a device shows one of each id, as is seen below.
  const told = () => [...new Map(service.taken.map(({ text }) => [text.id, text.title])).values()];
  // On Firebase another copy of the server could be at it: what a killed one had begun is free after a minute.
  const timeout = backend === "hosted" ? 90_000 : 20_000;
  await expect.poll(told, { timeout }).toEqual(["Pay rent"]);
  await expect(bell(page)).toHaveAccessibleName("Notifications, 1 unread", { timeout: 20_000 });

  // What was told and noted is not told again: when a later one is, it would have been.
  const noted = async () => {
    const answer = await first.database(`notifications/${uid}`, idToken);
    return Object.values((await answer.json()) as object).map(
      ({ sent }: { sent: boolean }) => sent,
    );
  };
  await expect.poll(noted, { timeout: 20_000 }).toEqual([true]);
  const before = service.taken.length;
  await restart();
  await page.reload();
  await addReminded(page, "Water plants", backend === "hosted");
  await expect.poll(told, { timeout: 20_000 }).toEqual(["Pay rent", "Water plants"]);
  expect(service.taken.slice(before).map(({ text }) => text.title)).toEqual(["Water plants"]);
  await expect(bell(page)).toHaveAccessibleName("Notifications, 2 unread", { timeout: 20_000 });

  const { push, shown } = await pushedPage(page);
  for (const { text } of [...service.taken, ...service.taken]) {
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await push(JSON.stringify(text));
  }
  await expect
    .poll(async () => (await shown()).map(({ title }) => title).toSorted())
    .toEqual(["Pay rent", "Water plants"]);
});
