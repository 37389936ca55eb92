import { route } from "@react-router/dev/routes";

export default [route("github", "features/github/github-page.tsx", { caseSensitive: true })];
