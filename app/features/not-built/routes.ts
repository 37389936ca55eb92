import { route } from "@react-router/dev/routes";
import { pages } from "#lib/pages.ts";

export default pages
  .filter(({ built, group }) => !built && group !== "tools")
  .map((page) =>
    route(page.path.slice(1), "features/not-built/not-built-page.tsx", {
      id: `features/not-built${page.path}`,
      caseSensitive: true,
    }),
  );
