import { route } from "@react-router/dev/routes";

export default [
  route("forgot-password", "features/forgot-password/forgot-password-page.tsx", {
    caseSensitive: true,
  }),
];
