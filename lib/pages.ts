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
  /** One sentence of what the visitor finds there; also the page's meta description. */
  description: string;
  access: PageAccess;
  group: PageGroup;
  /** False while the page only says that it is not built yet. */
  built: boolean;
  /** True when pages of single items stand below it: `/project/atlas`. */
  children: boolean;
};

function page(
  path: string,
  title: string,
  description: string,
  group: PageGroup,
  built = false,
  access: PageAccess = "visitor",
): Page {
  return { path, title, description, access, group, built, children: path === "/project" };
}

function tool(
  path: string,
  title: string,
  description: string,
  access: PageAccess = "user",
  built = false,
): Page {
  return page(path, title, description, "tools", built, access);
}

export const pages: readonly Page[] = [
  page("/", "Home", "Who I am, what I make and how to reach me.", "main", true),
  page("/project", "Projects", "Things I have designed, built and looked after.", "work", true),
  page("/certificates", "Certificates", "Courses and exams, newest first.", "work", true),
  page("/resume", "Resume", "Work, education and skills on one page.", "work", true),
  page("/github", "GitHub", "Contributions, languages and repositories.", "work"),
  page("/leetcode", "LeetCode", "Solved problems and the solutions to them.", "work"),
  page("/foodblog", "Food blog", "Places I ate at and dishes I cooked.", "food"),
  page("/foodwishlist", "Food wishlist", "Places and dishes still to try.", "food"),
  page("/blockstacker", "Block Stacker", "Fit falling blocks into full lines.", "play"),
  page("/snake-game", "Snake", "Eat, grow and stay out of your own way.", "play"),
  page("/space-raiders", "Space Raiders", "Hold the line against the raiders.", "play"),
  page("/fruit-ninja", "Fruit Slicer", "Slice the fruit and leave the bombs.", "play"),
  page("/about", "About", "The longer story: work, values and tools.", "main", true),
  page("/contact", "Contact", "Write to me.", "main"),
  page("/secret", "Secret", "You found it.", "account"),
  page("/forgot-password", "Forgot password", "Get back into your account.", "account", true),
  tool("/EditProjects", "Edit projects", "Create, edit and order the projects.", "editor"),
  tool("/EditCertificates", "Edit certificates", "Create and edit the certificates.", "editor"),
  tool("/AdminLeetCodeView", "LeetCode admin", "Problems, solutions and reviews.", "editor"),
  tool("/FoodBlogEditTabSwitcher", "Edit food", "Write the food blog and wishlist.", "editor"),
  tool("/WebsiteManager", "Website manager", "Run the whole site from here.", "admin"),
  tool("/UserManagement", "User management", "People, roles and tokens.", "admin"),
  tool("/Settings", "Settings", "Your profile, sign-in and data."),
  tool("/Chat", "Chat", "Rooms and direct messages."),
  tool("/FileStorageApp", "Files", "Your own small drive.", "user", true),
  tool("/AdvancedJournal", "Journal", "Entries, moods and memories."),
  tool("/AdvancedTodoList", "Todo list", "Everything you mean to do."),
  tool("/TaskManager", "Task manager", "Boards shared with others."),
  tool("/PaintApp", "Paint", "Draw and paint with layers."),
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
