import { route } from "@react-router/dev/routes";
import { pagesIn } from "#lib/pages.ts";

export default pagesIn("play").map(({ path }) =>
  route(path.slice(1), "features/arcade/arcade-page.tsx", {
    id: `features/arcade${path}`,
    caseSensitive: true,
  }),
);
