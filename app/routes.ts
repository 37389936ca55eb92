// The one table of URLs: it only gathers what the features say about their own.
import type { RouteConfig } from "@react-router/dev/routes";
import { layout, route } from "@react-router/dev/routes";
import { pagesIn } from "#lib/pages.ts";
import about from "./features/about/routes.ts";
import arcade from "./features/arcade/routes.ts";
import certificates from "./features/certificates/routes.ts";
import contact from "./features/contact/routes.ts";
import files from "./features/files/routes.ts";
import food from "./features/food/routes.ts";
import forgotPassword from "./features/forgot-password/routes.ts";
import github from "./features/github/routes.ts";
import home from "./features/home/routes.ts";
import leetcode from "./features/leetcode/routes.ts";
import projects from "./features/projects/routes.ts";
import resume from "./features/resume/routes.ts";
import secret from "./features/secret/routes.ts";
import taskManager from "./features/task-manager/routes.ts";

const tools = pagesIn("tools").map(({ path }) =>
  route(path.slice(1), "tool-page.tsx", { id: `tool${path}`, caseSensitive: true }),
);

export default [
  layout("shell/page-errors.tsx", [
    ...home,
    ...projects,
    ...about,
    ...resume,
    ...certificates,
    ...contact,
    ...food,
    ...github,
    ...leetcode,
    ...arcade,
    ...secret,
    ...forgotPassword,
    ...taskManager,
    ...files,
    ...tools,
    route("*", "shell/unknown-path.tsx"),
  ]),
] satisfies RouteConfig;
