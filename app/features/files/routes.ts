import { route } from "@react-router/dev/routes";

export default [route("FileStorageApp", "features/files/files-page.tsx", { caseSensitive: true })];
