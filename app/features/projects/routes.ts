import { route } from "@react-router/dev/routes";

export default [
  route("project", "features/projects/list-page.tsx", { caseSensitive: true }),
  route("project/:slug", "features/projects/detail-page.tsx", { caseSensitive: true }),
];
