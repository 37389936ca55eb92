import { route } from "@react-router/dev/routes";

export default [route("secret", "features/secret/secret-page.tsx", { caseSensitive: true })];
