/** Who may import whom. Printed in docs/architecture.md, enforced by tests/architecture.test.ts. */
export type Room = {
  /** A folder, or a file, from the project's root. The longest one that a path starts with is its room; `*` is one name. */
  room: string;
  /** Rooms that it may import, besides itself. */
  mayImport: readonly string[];
};

const ofFeatures = ["app/parts", "app/session", "app/live", "app/ui", "lib"];

const ofGames = ["games/engines.ts", "games/kit"];

const ofServices = ["backend/http", "backend/rules", "backend/sqlite", "lib"];

const ofServer = (names: string) => names.split(" ").map((name) => `server/${name}`);

export const rooms: readonly Room[] = [
  { room: "lib", mayImport: [] },
  { room: "games/kit", mayImport: [] },
  { room: "games/*", mayImport: ["games/kit"] },
  { room: "games/engines.ts", mayImport: ["games/*", "games/kit"] },
  { room: "app/ui", mayImport: ["lib"] },
  { room: "app/service-worker", mayImport: ["lib"] },
  { room: "app/live", mayImport: ["app/ui", "lib"] },
  { room: "app/session", mayImport: ["app/live", "app/ui", "lib"] },
  { room: "app/parts", mayImport: ["app/live", "app/ui", "lib"] },
  { room: "app/features/*", mayImport: ofFeatures },
  { room: "app/features/arcade", mayImport: [...ofGames, "games/*", ...ofFeatures] },
  {
    // It shows these pages as they will be.
    room: "app/features/website",
    mayImport: [
      "app/features/home/home-data.ts",
      "app/features/home/home.tsx",
      "app/features/about/about-data.ts",
      "app/features/about/about.tsx",
      "app/features/resume/resume-data.ts",
      "app/features/resume/resume.tsx",
      ...ofFeatures,
    ],
  },
  { room: "app/features/*/routes.ts", mayImport: ["lib"] },
  { room: "app/features/*/feature.ts", mayImport: ["app/ui", "lib"] },
  {
    room: "app/tool-bodies.tsx",
    mayImport: ["app/features/*", "app/features/website", "app/shell", "app/ui", "lib"],
  },
  { room: "app/shell", mayImport: ["app/session", "app/live", "app/ui", "lib"] },
  {
    room: "app",
    mayImport: [
      "app/shell",
      "app/session",
      "app/features/*/routes.ts",
      "app/tool-bodies.tsx",
      "app/ui",
      "lib",
    ],
  },
  { room: "backend/http", mayImport: ["lib"] },
  { room: "backend/rules", mayImport: ["lib"] },
  { room: "backend/sqlite", mayImport: ["lib"] },
  { room: "backend/auth", mayImport: ["backend/http", "backend/sqlite", "lib"] },
  { room: "backend/database", mayImport: ofServices },
  { room: "backend/firestore", mayImport: ofServices },
  { room: "backend/storage", mayImport: ofServices },
  { room: "backend/backup", mayImport: ["backend/auth", "backend/sqlite", "lib"] },
  {
    room: "backend",
    mayImport: [
      "backend/auth",
      "backend/backup",
      "backend/database",
      "backend/firestore",
      "backend/http",
      "backend/rules",
      "backend/sqlite",
      "backend/storage",
      "lib",
    ],
  },
  { room: "server/config", mayImport: ["lib"] },
  { room: "server/app-check", mayImport: ["lib"] },
  { room: "server/log.ts", mayImport: ["server/config"] },
  { room: "server/limits", mayImport: ["lib"] },
  { room: "server/page-cache", mayImport: ["lib"] },
  { room: "server/backend-port", mayImport: ["server/config", "server/log.ts", "lib"] },
  {
    room: "server/http",
    mayImport: ["server/config", "server/limits", "server/page-cache", "server/log.ts", "lib"],
  },
  {
    room: "server/account-data",
    mayImport: [...ofServer("accounts audit http jobs log.ts mail"), "lib"],
  },
  {
    room: "server/api/*",
    mayImport: [
      ...ofServer(
        "contact github-import health link-checks media account-data accounts analytics backups content hosted-files http publishing limits images passkeys recovery-codes security-notices sign-up audit jobs user-admin log.ts mail",
      ),
      "lib",
    ],
  },
  {
    room: "server/api/food",
    mayImport: [
      "server/api/content/content-door.ts",
      "server/food",
      "server/http",
      "server/publishing",
      "lib",
    ],
  },
  {
    room: "server/api/leetcode",
    mayImport: [...ofServer("http leetcode limits profile-snapshots publishing user-admin"), "lib"],
  },
  {
    room: "server/user-admin",
    mayImport: [
      "server/accounts",
      "server/audit",
      "server/config",
      "server/http",
      "server/limits",
      "server/tokens",
      "lib",
    ],
  },
  { room: "server/analytics", mayImport: ["server/audit", "server/log.ts", "lib"] },
  {
    room: "server/backups",
    mayImport: ["server/http", "server/jobs", "server/log.ts", "server/mail", "lib"],
  },
  { room: "server/audit", mayImport: ["server/accounts", "lib"] },
  {
    room: "server/publishing",
    mayImport: [
      "server/audit",
      "server/hosted-files",
      "server/http",
      "server/images",
      "server/jobs",
      "server/log.ts",
      "server/media",
      "server/secrets",
      "lib",
    ],
  },
  {
    room: "server/leetcode",
    mayImport: [
      "server/accounts",
      "server/limits",
      "server/audit",
      "server/log.ts",
      "server/profile-snapshots",
      "server/publishing",
      "lib",
    ],
  },
  { room: "server/food", mayImport: ["server/publishing", "lib"] },
  { room: "server/secrets", mayImport: ["lib"] },
  { room: "server/push", mayImport: ["server/log.ts", "server/outgoing", "server/secrets", "lib"] },
  {
    room: "server/notifications",
    mayImport: [
      "server/jobs",
      "server/limits",
      "server/log.ts",
      "server/mail",
      "server/push",
      "lib",
    ],
  },
  {
    room: "server/todos",
    mayImport: [
      "server/http",
      "server/jobs",
      "server/limits",
      "server/log.ts",
      "server/notifications",
      "lib",
    ],
  },
  {
    room: "server/journals",
    mayImport: ["server/jobs", "server/log.ts", "server/notifications", "lib"],
  },
  { room: "server/shared-things", mayImport: ["server/log.ts", "lib"] },
  {
    room: "server/boards",
    mayImport: [...ofServer("jobs limits log.ts notifications shared-things"), "lib"],
  },
  {
    room: "server/chat",
    mayImport: [...ofServer("jobs limits log.ts notifications shared-things"), "lib"],
  },
  { room: "server/api/chat", mayImport: [...ofServer("ai audit chat http limits"), "lib"] },
  {
    room: "server/ai",
    mayImport: [...ofServer("audit chat config jobs limits log.ts shared-things tokens"), "lib"],
  },
  {
    room: "server/api/ai",
    mayImport: ["server/api/chat/answers.ts", ...ofServer("ai http limits"), "lib"],
  },
  {
    room: "server/api/boards",
    mayImport: ["server/boards", "server/http", "server/limits", "lib"],
  },
  {
    room: "server/drive",
    mayImport: [
      ...ofServer(
        "account-data analytics boards hosted-files http images jobs limits log.ts notifications tickets",
      ),
      "lib",
    ],
  },
  {
    room: "server/api/drive",
    mayImport: ["server/drive", "server/http", "server/limits", "lib"],
  },
  {
    room: "server/api/notifications",
    mayImport: ["server/http", "server/limits", "server/notifications", "server/push", "lib"],
  },
  { room: "server/api/todos", mayImport: ["server/http", "server/limits", "server/todos", "lib"] },
  { room: "server/api/journals", mayImport: ["server/http", "server/journals", "lib"] },
  { room: "server/jobs", mayImport: ["server/log.ts", "lib"] },
  {
    room: "server/tokens",
    mayImport: ["server/accounts", "server/log.ts", "server/secrets", "lib"],
  },
  { room: "server/passkeys", mayImport: ["server/log.ts", "lib"] },
  { room: "server/recovery-codes", mayImport: ["lib"] },
  { room: "server/security-notices", mayImport: ["server/log.ts", "server/mail", "lib"] },
  { room: "server/outgoing", mayImport: [] },
  { room: "server/github-import", mayImport: ["server/outgoing", "lib"] },
  {
    room: "server/profile-snapshots",
    mayImport: ["server/jobs", "server/log.ts", "server/outgoing", "lib"],
  },
  { room: "server/github-page", mayImport: ["server/outgoing", "server/profile-snapshots", "lib"] },
  { room: "server/media", mayImport: ["server/images", "lib"] },
  {
    room: "server/link-checks",
    mayImport: ["server/contact", "server/jobs", "server/mail", "server/outgoing", "lib"],
  },
  {
    room: "server/health",
    mayImport: ["server/jobs", "server/link-checks", "server/log.ts", "server/mail", "lib"],
  },
  { room: "server/mail", mayImport: ["server/config", "server/log.ts", "lib"] },
  { room: "server/processes", mayImport: ["server/log.ts"] },
  {
    room: "server/images",
    mayImport: ["server/http", "server/log.ts", "server/processes", "lib"],
  },
  {
    room: "server/site-files",
    mayImport: ["server/http", "server/log.ts", "server/page-cache", "lib"],
  },
  {
    room: "server/og-images",
    mayImport: ["server/processes", "server/site-files", "server/log.ts", "lib"],
  },
  {
    room: "server/games",
    mayImport: [...ofServer("audit jobs limits log.ts processes"), ...ofGames, "lib"],
  },
  {
    room: "server/api/games",
    mayImport: [...ofServer("games http limits"), ...ofGames, "lib"],
  },
  {
    room: "server/code-colours",
    mayImport: ["server/processes", "server/site-files", "server/log.ts", "lib"],
  },
  {
    room: "server/resume-pdf",
    mayImport: ["server/http", "server/log.ts", "server/processes", "server/site-files", "lib"],
  },
  { room: "server/accounts", mayImport: ["server/limits", "server/log.ts", "lib"] },
  { room: "server/sign-up", mayImport: ["lib"] },
  {
    room: "server/sign-in-providers",
    mayImport: ["server/config", "server/http", "server/limits", "server/log.ts", "lib"],
  },
  {
    room: "server/tickets",
    mayImport: ["server/http", "server/limits", "server/log.ts", "lib"],
  },
  {
    room: "server/contact",
    mayImport: [...ofServer("accounts http limits log.ts mail"), "lib"],
  },
  { room: "server/content", mayImport: ["lib"] },
  { room: "server/hosted-files", mayImport: ["server/backend-port", "server/log.ts", "lib"] },
  { room: "server/control", mayImport: ["server/log.ts"] },
  {
    room: "server/cli",
    mayImport: [
      ...ofServer(
        "account-data jobs accounts app-check audit boards chat sign-up backups backend-port config contact content control games log.ts mail",
      ),
      "backend/index.server.ts",
      "lib",
    ],
  },
  { room: "server/app.ts", mayImport: ["server/http", "lib"] },
  { room: "server/dev", mayImport: ["server/http", "backend/index.server.ts"] },
  {
    room: "server",
    mayImport: [
      ...ofServer("github-import github-page profile-snapshots health link-checks media outgoing"),
      ...ofServer("account-data accounts analytics ai games"),
      "server/api/*",
      "server/api/ai",
      "server/api/games",
      "server/api/boards",
      "server/api/chat",
      "server/api/drive",
      "server/api/food",
      "server/api/leetcode",
      "server/api/notifications",
      "server/api/journals",
      "server/api/todos",
      "server/audit",
      "server/backups",
      "server/backend-port",
      "server/boards",
      "server/chat",
      "server/cli",
      "server/code-colours",
      "server/config",
      "server/contact",
      "server/content",
      "server/control",
      "server/dev",
      "server/drive",
      "server/hosted-files",
      "server/http",
      "server/images",
      "server/log.ts",
      "server/mail",
      "server/og-images",
      "server/page-cache",
      "server/publishing",
      "server/passkeys",
      "server/recovery-codes",
      "server/resume-pdf",
      "server/security-notices",
      "server/site-files",
      "server/sign-in-providers",
      "server/sign-up",
      "server/tickets",
      "backend/index.server.ts",
      "lib",
      "server/jobs",
      "server/leetcode",
      "server/notifications",
      "server/push",
      "server/journals",
      "server/todos",
      "server/tokens",
      "server/user-admin",
    ],
  },
];

/** Nobody imports these; they may import any door. */
export const outside: readonly string[] = ["tests", "bench", "scripts"];
