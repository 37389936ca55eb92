import type { ToolFeature } from "#app/ui/tool-feature.ts";

const path = "/FoodBlogEditTabSwitcher";

export const feature: ToolFeature = {
  path,
  entries: [
    { title: "New food post", words: "add write restaurant draft", path: `${path}?act=new` },
    {
      title: "New wish",
      words: "add wishlist place dish restaurant",
      path: `${path}?tab=wishlist&act=new`,
    },
    {
      title: "Import places from Google Maps",
      words: "takeout saved wishlist csv geojson",
      path: `${path}?tab=wishlist&act=import`,
    },
    { title: "Trash of food posts", words: "deleted restore", path: `${path}?view=trash` },
    {
      title: "Trash of wishes",
      words: "deleted restore wishlist",
      path: `${path}?tab=wishlist&view=trash`,
    },
  ],
};
