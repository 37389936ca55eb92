import { route } from "@react-router/dev/routes";

export default [route("resume", "features/resume/resume-page.tsx", { caseSensitive: true })];
