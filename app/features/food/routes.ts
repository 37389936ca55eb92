import { route } from "@react-router/dev/routes";

export default [
  route("foodblog", "features/food/blog-page.tsx", { caseSensitive: true }),
  route("foodblog/:slug", "features/food/post-page.tsx", { caseSensitive: true }),
  route("foodwishlist", "features/food/wishlist-page.tsx", { caseSensitive: true }),
];
