import { route } from "@react-router/dev/routes";

export default [route("Settings", "features/settings/settings-page.tsx", { caseSensitive: true })];
