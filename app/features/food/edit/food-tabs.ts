/** The way from a part of one tab to the other tab, which is found as it was left. */
import { createContext } from "react";

export const foodTabNames = ["blog", "wishlist"] as const;
export type FoodTab = (typeof foodTabNames)[number];

export type FoodTabs = {
  user: { uid: string; name: string };
  /** @param id of a document that is to be open */
  show: (tab: FoodTab, id?: string) => void;
};

export const FoodTabsContext = createContext<FoodTabs>({
  user: { uid: "", name: "" },
  show: () => {},
});
