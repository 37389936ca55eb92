import { route } from "@react-router/dev/routes";

export default [
  route("certificates", "features/certificates/certificates-page.tsx", { caseSensitive: true }),
];
