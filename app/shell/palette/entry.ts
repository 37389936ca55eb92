/** What the palette offers: pages, content and things to do. */
import { mayOpen } from "#app/session/access.ts";
import { openSignIn } from "#app/session/session.ts";
import type { Session } from "#app/session/session.ts";
import { logFailure } from "#app/session/log-failure.ts";
import { setTheme, themes } from "#app/ui/theme.ts";
import { pages } from "#lib/pages.ts";
import type { SearchEntry } from "#lib/search-entry.ts";

export type PaletteEntry = {
  /** Of all entries, and the same on the next visit. */
  id: string;
  title: string;
  /** Shown beside the title. */
  kind: string;
  /** Shown below it. */
  summary: string;
  /** Only looked for. */
  words: string;
  /** A path on this site, a whole address, or what it does. */
  target: { path: string } | { address: string } | { act: () => void };
};

const kinds = {
  page: "Page",
  file: "Action",
  project: "Project",
  certificate: "Certificate",
  problem: "Problem",
  post: "Food post",
  wish: "Wish",
} as const;

/** The pages that this visitor may open, with the words that the index has for them. */
export function pageEntries(
  roles: NonNullable<Session["user"]>["roles"] | undefined,
  index: readonly SearchEntry[],
): PaletteEntry[] {
  const summaries = new Map(
    index.flatMap(([kind, , href, summary]) => (kind === "page" ? [[href, summary] as const] : [])),
  );
  return pages
    .filter(({ access, path }) => path !== "/secret" && mayOpen(access, roles))
    .map(({ path, title, group }) => ({
      id: path,
      title,
      kind: group === "tools" ? "Tool" : kinds.page,
      summary: summaries.get(path) ?? "",
      words: group === "main" || group === "account" ? "" : group,
      target: { path },
    }));
}

export function contentEntries(index: readonly SearchEntry[]): PaletteEntry[] {
  return index
    .filter(([kind]) => kind !== "page")
    .map(([kind, title, href, summary, words]) => ({
      id: href,
      title,
      kind: kinds[kind],
      summary: summary || (href.startsWith("/") ? "" : hostOf(href)),
      words,
      target: kind !== "file" && href.startsWith("/") ? { path: href } : { address: href },
    }));
}

export function actionEntries(status: Session["status"], openSheet: () => void): PaletteEntry[] {
  return [
    { ...action("Write to me", "message mail email contact hire"), target: { path: "/contact" } },
    ...themes.map((theme) =>
      action(`Theme: ${theme}`, "dark light night day mode colour color", () => setTheme(theme)),
    ),
    action("Keyboard shortcuts", "keys help", openSheet),
    ...(status === "signed-out" ? [action("Sign in", "log in account", openSignIn)] : []),
    ...(status === "signed-in" ? [action("Sign out", "log out account", leave)] : []),
  ];
}

function action(title: string, words: string, act: () => void = () => {}): PaletteEntry {
  return { id: `do ${title}`, title, kind: "Action", summary: "", words, target: { act } };
}

/** Loaded only now: the palette of somebody signed out needs nothing of it. */
function leave(): void {
  import("#app/session/account-actions.ts").then(
    ({ signOut }) => signOut(),
    (error: unknown) => logFailure("Signing out did not load", error),
  );
}

function hostOf(href: string): string {
  return URL.canParse(href, location.href) ? new URL(href, location.href).hostname : "";
}
