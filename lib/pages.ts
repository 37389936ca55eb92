/**
 * Every page of the site: the one table that navigation, titles, placeholders, redirects and tests read.
 * Paths are letter for letter those of the specification; a test holds it equal to app/routes.ts.
 */
import { trimSlashes } from "./trim-slashes.ts";

type PageAccess = "visitor" | "user" | "editor" | "admin";
export type PageGroup = "work" | "food" | "play" | "main" | "account" | "tools";

export type Page = {
  path: string;
  title: string;
  access: PageAccess;
  group: PageGroup;
  /** False while the page only says that it is not built yet. */
  built: boolean;
  /** True when pages of single items stand below it: `/project/atlas`. Their own names are in lower case. */
  children: boolean;
};

function page(
  path: string,
  title: string,
  group: PageGroup,
  built = false,
  access: PageAccess = "visitor",
): Page {
  const children = ["/project", "/foodblog", "/TaskManager", "/FileStorageApp"].includes(path);
  return { path, title, access, group, built, children };
}

function tool(path: string, title: string, access: PageAccess = "user", built = false): Page {
  return page(path, title, "tools", built, access);
}

export const pages: readonly Page[] = [
  page("/", "Home", "main", true),
  page("/project", "Projects", "work", true),
  page("/certificates", "Certificates", "work", true),
  page("/resume", "Resume", "work", true),
  page("/github", "GitHub", "work", true),
  page("/leetcode", "LeetCode", "work", true),
  page("/foodblog", "Food blog", "food", true),
  page("/foodwishlist", "Food wishlist", "food", true),
  page("/blockstacker", "Block Stacker", "play", true),
  page("/snake-game", "Snake", "play", true),
  page("/space-raiders", "Space Raiders", "play", true),
  page("/fruit-ninja", "Fruit Slicer", "play", true),
  page("/about", "About", "main", true),
  page("/contact", "Contact", "main", true),
  page("/secret", "Secret", "account", true),
  page("/forgot-password", "Forgot password", "account", true),
  tool("/EditProjects", "Edit projects", "editor", true),
  tool("/EditCertificates", "Edit certificates", "editor", true),
  tool("/AdminLeetCodeView", "LeetCode admin", "editor", true),
  tool("/FoodBlogEditTabSwitcher", "Edit food", "editor", true),
  tool("/WebsiteManager", "Website manager", "admin", true),
  tool("/UserManagement", "User management", "admin", true),
  tool("/Settings", "Settings", "user", true),
  tool("/Chat", "Chat", "user", true),
  tool("/FileStorageApp", "Files", "user", true),
  tool("/AdvancedJournal", "Journal", "user", true),
  tool("/AdvancedTodoList", "Todo list", "user", true),
  tool("/TaskManager", "Task manager", "user", true),
  tool("/PaintApp", "Paint"),
];

/** A slash behind is of no matter. @throws Error when there is no such page. */
export function pageAt(path: string): Page {
  const clean = trimSlashes(path);
  const found = pages.find((candidate) => candidate.path === clean);
  if (found === undefined) throw new Error(`lib/pages.ts has no page ${path}`);
  return found;
}

export function pagesIn(group: PageGroup): Page[] {
  return pages.filter((candidate) => candidate.group === group);
}
