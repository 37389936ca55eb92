import { route } from "@react-router/dev/routes";

export default [
  route("TaskManager/:slug", "features/task-manager/public-board-page.tsx", {
    caseSensitive: true,
  }),
];
