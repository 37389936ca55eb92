/** Which tool is behind which path; scripts/page-files.ts reads the table as text. Loaded for who may open one. */
import type { CreateFrom, ToolProps } from "#app/ui/create-from.ts";
import { lazyPage } from "#app/ui/lazy-page.tsx";
import type { Page } from "#lib/pages.ts";

// Few have none.
const NotBuilt = lazyPage(() => import("./features/not-built/not-built.tsx"));
const bodies: Record<string, ReturnType<typeof lazyPage<ToolProps>>> = {
  "/EditProjects": lazyPage(() => import("./features/projects/edit/edit-projects.tsx")),
  "/EditCertificates": lazyPage(() => import("./features/certificates/edit/edit-certificates.tsx")),
  "/AdminLeetCodeView": lazyPage(() => import("./features/leetcode/admin/admin.tsx")),
  "/FoodBlogEditTabSwitcher": lazyPage(() => import("./features/food/edit/edit-food.tsx")),
  "/WebsiteManager": lazyPage(() => import("./features/website/website.tsx")),
  "/UserManagement": lazyPage(() => import("./features/users/users.tsx")),
  "/Settings": lazyPage(() => import("./features/settings/settings.tsx")),
  "/AdvancedJournal": lazyPage(() => import("./features/journal/journal.tsx")),
  "/AdvancedTodoList": lazyPage(() => import("./features/todo/todo.tsx")),
  "/TaskManager": lazyPage(() => import("./features/task-manager/task-manager.tsx")),
  "/Chat": lazyPage(() => import("./features/chat/chat.tsx")),
  "/FileStorageApp": lazyPage(() => import("./features/files/files.tsx")),
};

// At once: React draws what is there, but waits 0.3 s before it draws what it had to wait for.
bodies[location.pathname]?.preload();

const createFrom: CreateFrom = (draft) =>
  import("./shell/palette/room.tsx").then((room) => room.createFrom(draft));

export default function ToolBody({ page }: { page: Page }) {
  const Body = bodies[page.path];
  return Body === undefined ? <NotBuilt page={page} /> : <Body createFrom={createFrom} />;
}
