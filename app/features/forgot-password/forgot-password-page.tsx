import { lazyPage } from "#app/ui/lazy-page.tsx";
import { metaOfPage } from "#app/ui/page-meta.ts";

const Body = lazyPage(() => import("./forgot-password.tsx"));

export const meta = metaOfPage;

export default function ForgotPasswordPage() {
  return <Body />;
}
