/** All that a device shows of a todo list, view by view, and what its browser keeps; both to be compared with the server. */
import type { Page } from "@playwright/test";
import { goTo, lists } from "./todo-hands.ts";
import type { Hands } from "./live-story.ts";

type Stored = Record<string, Record<string, object>>;

export type Shown = Record<string, string[]>;

/** High enough that no row is left out. */
const allRows = 12_000;

export async function shownOn(hands: Hands): Promise<Shown> {
  const { page } = hands;
  const shown: Shown = {};
  const before = page.viewportSize()!;
  await page.setViewportSize({ ...before, height: allRows });
  for (const view of ["Inbox", ...lists, "Done", "Trash"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await goTo(hands, view);
    // oxlint-disable-next-line no-await-in-loop
    await page.getByRole("heading", { level: 2, name: view, exact: true }).first().waitFor();
    // oxlint-disable-next-line no-await-in-loop
    shown[view] = await linesOf(page);
  }
  await page.goto("/AdvancedTodoList?view=lost");
  await page.locator(".kept-list, .empty-room").first().waitFor();
  shown["Texts kept"] = (await page.locator(".kept-text").allTextContents()).toSorted();
  await page.setViewportSize(before);
  return shown;
}

/** Of the board, where subtasks are not among the cards: for all devices, by the first. */
export async function shownAsList(all: readonly Hands[]): Promise<string[][]> {
  for (const hands of all) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await goTo(hands, "Steps");
  }
  await all[0]?.page.getByRole("button", { name: "Show as list" }).click();
  return Promise.all(
    all.map(async ({ page }) => {
      await page.locator(".board").waitFor({ state: "detached" });
      await page.setViewportSize({ ...page.viewportSize()!, height: allRows });
      return linesOf(page);
    }),
  );
}

function linesOf(page: Page): Promise<string[]> {
  return page.locator(".todo-main").evaluate((main) => {
    const rows = [...main.querySelectorAll<HTMLElement>(".task-row, .todo-line")];
    return rows.map((row) => {
      const { id = "", depth = "" } = row.dataset;
      const column = row.closest<HTMLElement>("[data-column]")?.dataset["column"] ?? "";
      const text = row.querySelector(".task-opener, [dir]")?.textContent ?? "";
      return [id, depth, column, text].join(" | ");
    });
  });
}

/** What the browser keeps of the server's, and how many changes wait in it. */
export function keptOn(page: Page): Promise<{ kept: Stored; waiting: number }> {
  return page.evaluate(async () => {
    const asked = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error));
      });
    const all = async (name: string, store: string) => {
      const database = await asked(indexedDB.open(name));
      try {
        return await asked(database.transaction(store).objectStore(store).getAll());
      } finally {
        database.close();
      }
    };
    type Row = { kind: string; id: string; item: { registers: object } };
    const kept: Record<string, Record<string, object>> = {};
    for (const { kind, id, item } of (await all("foyer-records", "items")) as Row[]) {
      kept[kind] ??= {};
      kept[kind][id] = item.registers;
    }
    const waiting = (await all("foyer-outbox", "entries")).length;
    return { kept, waiting };
  });
}
