/** Who may import whom. Printed in docs/architecture.md, enforced by tests/architecture.test.ts. */
export type Room = {
  /** A folder, or a file, from the project's root. The longest one that a path starts with is its room; `*` is one name. */
  room: string;
  /** Rooms that it may import, besides itself. */
  mayImport: readonly string[];
};

export const rooms: readonly Room[] = [
  { room: "lib", mayImport: [] },
  { room: "app/ui", mayImport: ["lib"] },
  { room: "app/service-worker", mayImport: ["lib"] },
  { room: "app/live", mayImport: ["app/ui", "lib"] },
  { room: "app/session", mayImport: ["app/live", "app/ui", "lib"] },
  { room: "app/parts", mayImport: ["app/live", "app/ui", "lib"] },
  {
    room: "app/features/*",
    mayImport: ["app/parts", "app/session", "app/live", "app/ui", "lib"],
  },
  { room: "app/features/*/routes.ts", mayImport: ["lib"] },
  { room: "app/shell", mayImport: ["app/session", "app/live", "app/ui", "lib"] },
  {
    room: "app",
    mayImport: ["app/shell", "app/session", "app/features/*/routes.ts", "app/ui", "lib"],
  },
  { room: "backend/http", mayImport: ["lib"] },
  { room: "backend/rules", mayImport: ["lib"] },
  { room: "backend/sqlite", mayImport: ["lib"] },
  { room: "backend/auth", mayImport: ["backend/http", "backend/sqlite", "lib"] },
  {
    room: "backend/database",
    mayImport: ["backend/http", "backend/rules", "backend/sqlite", "lib"],
  },
  {
    room: "backend/firestore",
    mayImport: ["backend/http", "backend/rules", "backend/sqlite", "lib"],
  },
  {
    room: "backend/storage",
    mayImport: ["backend/http", "backend/rules", "backend/sqlite", "lib"],
  },
  {
    room: "backend",
    mayImport: [
      "backend/auth",
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
    mayImport: ["server/config", "server/page-cache", "server/log.ts", "lib"],
  },
  {
    room: "server/api/*",
    mayImport: [
      "server/accounts",
      "server/hosted-files",
      "server/http",
      "server/limits",
      "server/log.ts",
      "server/mail",
      "lib",
    ],
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
    room: "server/resume-pdf",
    mayImport: ["server/http", "server/log.ts", "server/processes", "server/site-files", "lib"],
  },
  { room: "server/accounts", mayImport: ["server/log.ts", "lib"] },
  {
    room: "server/tickets",
    mayImport: ["server/http", "server/limits", "server/log.ts", "lib"],
  },
  {
    room: "server/contact",
    mayImport: [
      "server/accounts",
      "server/http",
      "server/limits",
      "server/log.ts",
      "server/mail",
      "lib",
    ],
  },
  { room: "server/content", mayImport: ["lib"] },
  { room: "server/hosted-files", mayImport: ["server/backend-port", "server/log.ts", "lib"] },
  { room: "server/control", mayImport: ["server/log.ts"] },
  {
    room: "server/cli",
    mayImport: [
      "server/accounts",
      "server/app-check",
      "server/backend-port",
      "server/config",
      "server/contact",
      "server/content",
      "server/control",
      "server/log.ts",
      "server/mail",
      "backend/index.server.ts",
      "lib",
    ],
  },
  { room: "server/app.ts", mayImport: ["server/http", "lib"] },
  { room: "server/dev", mayImport: ["server/http", "backend/index.server.ts"] },
  {
    room: "server",
    mayImport: [
      "server/accounts",
      "server/api/*",
      "server/backend-port",
      "server/cli",
      "server/config",
      "server/contact",
      "server/content",
      "server/control",
      "server/dev",
      "server/hosted-files",
      "server/http",
      "server/images",
      "server/log.ts",
      "server/mail",
      "server/og-images",
      "server/page-cache",
      "server/resume-pdf",
      "server/site-files",
      "server/tickets",
      "backend/index.server.ts",
      "lib",
    ],
  },
];

/** Nobody imports these; they may import any door. */
export const outside: readonly string[] = ["tests", "bench", "scripts"];
