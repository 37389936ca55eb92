import { route } from "@react-router/dev/routes";

export default [route("about", "features/about/about-page.tsx", { caseSensitive: true })];
