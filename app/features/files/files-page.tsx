import type { MetaArgs } from "react-router";
import { Guard } from "#app/session/guard.tsx";
import { lazyPage } from "#app/ui/lazy-page.tsx";
import { pageMeta } from "#app/ui/page-meta.ts";
import { pageAt } from "#lib/pages.ts";

const Body = lazyPage(() => import("./files.tsx"));

export function meta({ matches }: MetaArgs) {
  return pageMeta({ ...pageAt("/FileStorageApp"), matches });
}

export default function FilesPage() {
  return (
    <Guard page={pageAt("/FileStorageApp")}>
      <Body />
    </Guard>
  );
}
