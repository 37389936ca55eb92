/** What a visitor finds on each page, in one sentence. Apart from lib/pages.ts, which every page loads. */
const descriptions: Record<string, string> = {
  "/": "Who I am, what I make and how to reach me.",
  "/project": "Things I have designed, built and looked after.",
  "/certificates": "Courses and exams, newest first.",
  "/resume": "Work, education and skills on one page.",
  "/github": "Contributions, languages and repositories.",
  "/leetcode": "Solved problems and the solutions to them.",
  "/foodblog": "Places I ate at and dishes I cooked.",
  "/foodwishlist": "Places and dishes still to try.",
  "/blockstacker": "Fit falling blocks into full lines.",
  "/snake-game": "Eat, grow and stay out of your own way.",
  "/space-raiders": "Hold the line against the raiders.",
  "/fruit-ninja": "Slice the fruit and leave the bombs.",
  "/about": "The longer story: work, values and tools.",
  "/contact": "Write to me.",
  "/secret": "You found it.",
  "/forgot-password": "Get back into your account.",
  "/EditProjects": "Create, edit and order the projects.",
  "/EditCertificates": "Create and edit the certificates.",
  "/AdminLeetCodeView": "Problems, solutions and reviews.",
  "/FoodBlogEditTabSwitcher": "Write the food blog and wishlist.",
  "/WebsiteManager": "Run the whole site from here.",
  "/UserManagement": "People, roles and tokens.",
  "/Settings": "Your profile, sign-in and data.",
  "/Chat": "Rooms and direct messages.",
  "/FileStorageApp": "Your own small drive.",
  "/AdvancedJournal": "Entries, moods and memories.",
  "/AdvancedTodoList": "Everything you mean to do.",
  "/TaskManager": "Boards shared with others.",
  "/PaintApp": "Draw and paint with layers.",
};

/** The sentence for the page at `path`, as lib/pages.ts spells it. @throws Error when there is none. */
export function pageDescription(path: string): string {
  const found = descriptions[path];
  if (found === undefined) throw new Error(`lib/page-descriptions.ts has no sentence for ${path}`);
  return found;
}
