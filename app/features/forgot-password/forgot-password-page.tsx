import type { MetaArgs } from "react-router";
import { lazyPage } from "#app/ui/lazy-page.tsx";
import { pageMeta } from "#app/ui/page-meta.ts";
import { pageAt } from "#lib/pages.ts";

const Body = lazyPage(() => import("./forgot-password.tsx"));

export function meta({ matches }: MetaArgs) {
  return pageMeta({ ...pageAt("/forgot-password"), matches });
}

export default function ForgotPasswordPage() {
  return <Body />;
}
