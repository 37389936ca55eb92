import { route } from "@react-router/dev/routes";

export default [route("leetcode", "features/leetcode/leetcode-page.tsx", { caseSensitive: true })];
