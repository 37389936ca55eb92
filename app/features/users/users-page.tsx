import type { MetaArgs } from "react-router";
import { Guard } from "#app/session/guard.tsx";
import { lazyPage } from "#app/ui/lazy-page.tsx";
import { pageMeta } from "#app/ui/page-meta.ts";
import { pageAt } from "#lib/pages.ts";

const Body = lazyPage(() => import("./users.tsx"));

export function meta({ matches }: MetaArgs) {
  return pageMeta({ ...pageAt("/UserManagement"), matches });
}

export default function UsersPage() {
  return (
    <Guard page={pageAt("/UserManagement")}>
      <Body />
    </Guard>
  );
}
