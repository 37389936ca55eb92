import { route } from "@react-router/dev/routes";

export default [route("contact", "features/contact/contact-page.tsx", { caseSensitive: true })];
