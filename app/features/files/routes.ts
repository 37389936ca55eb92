import { route } from "@react-router/dev/routes";

export default [
  route("FileStorageApp/:link", "features/files/link-page.tsx", { caseSensitive: true }),
];
