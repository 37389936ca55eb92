import { pages } from "#lib/pages.ts";
import type { Page } from "#lib/pages.ts";
import type { Roles } from "#lib/user-record.ts";
import { mayOpen } from "./access.ts";
import { readStored } from "./stored.ts";

/** Where a phone's bar has no room for the whole title. */
const shortTitles: Readonly<Record<string, string>> = {
  "/EditProjects": "Projects",
  "/EditCertificates": "Certificates",
  "/AdminLeetCodeView": "LeetCode",
  "/FoodBlogEditTabSwitcher": "Food",
  "/WebsiteManager": "Website",
  "/UserManagement": "Users",
  "/AdvancedTodoList": "Todo",
  "/TaskManager": "Tasks",
};

export function shortTitle({ path, title }: Page): string {
  return shortTitles[path] ?? title;
}

/** How often each tool was opened in this browser, by path. */
const openedKey = "foyer:tools";
/** On a phone, beside the button for all. */
const inBar = 4;

export type ToolGroups = { own: Page[]; site: Page[]; settings: Page[] };

/** The tools that somebody with these roles may open: those for everybody, those of the site, and the settings. */
export function toolGroups(roles: Roles): ToolGroups {
  const tools = pages.filter(({ group, access }) => group === "tools" && mayOpen(access, roles));
  const isSettings = ({ path }: Page) => path === "/Settings";
  return {
    own: tools.filter((page) => page.access === "user" && !isSettings(page)),
    site: tools.filter((page) => page.access !== "user"),
    settings: tools.filter(isSettings),
  };
}

/** Those that are opened most, in the order of the rail; the first ones while nothing was opened. */
export function mostOpened(
  tools: readonly Page[],
  opened: Readonly<Record<string, number>>,
): Page[] {
  const count = ({ path }: Page) => opened[path] ?? 0;
  const most = tools.toSorted((a, b) => count(b) - count(a)).slice(0, inBar);
  return tools.filter((page) => most.includes(page));
}

export function readOpened(): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(readStored(openedKey) ?? "{}");
    if (typeof stored !== "object" || stored === null) return {};
    const counts = Object.entries(stored).filter(([, count]) => Number.isSafeInteger(count));
    return Object.fromEntries(counts) as Record<string, number>;
  } catch {
    // Somebody else wrote there: it is begun anew.
    return {};
  }
}

export function countOpened(path: string): void {
  const opened = readOpened();
  try {
    const next = { ...opened, [path]: Math.min((opened[path] ?? 0) + 1, 1_000_000) };
    localStorage.setItem(openedKey, JSON.stringify(next));
  } catch {
    // Without storage the bar shows the first ones.
  }
}
