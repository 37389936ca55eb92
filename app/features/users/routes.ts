import { route } from "@react-router/dev/routes";

export default [route("UserManagement", "features/users/users-page.tsx", { caseSensitive: true })];
