import { index } from "@react-router/dev/routes";

export default [index("features/home/home-page.tsx")];
