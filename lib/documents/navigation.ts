/** `site/navigation`: what the header's menus say, in the owner's words and order. */
import * as z from "zod/mini";
import { href } from "./parts.ts";

export const navigationGroups = ["work", "food", "play", "main"] as const;
export type NavigationGroup = (typeof navigationGroups)[number];

const label = z.string().check(z.trim(), z.maxLength(40));

const item = z.object({
  /** A page of this site as lib/pages.ts spells it, or any other safe address. */
  to: href,
  /** Without one a page has its own title, another address itself. */
  label: z.optional(label),
  hidden: z._default(z.boolean(), false),
});

const group = z.object({
  /** Ids that this version does not know are passed over: a newer one may have written them. */
  id: z.string().check(z.maxLength(40)),
  label: z.optional(label),
  hidden: z._default(z.boolean(), false),
  items: z.array(item).check(z.maxLength(30)),
});

/** Pages that no group names stand at the end of their own. */
export const siteNavigation = z.object({
  groups: z._default(z.array(group).check(z.maxLength(20)), []),
  sample: z.optional(z.literal(true)),
});

export type SiteNavigation = Omit<z.infer<typeof siteNavigation>, "sample">;

export type NavigationEntry = { to: string; label: string };

/** A group without a label stands in the header itself: that is `main`. */
export type ShownGroup = { id: NavigationGroup; label: string; entries: NavigationEntry[] };
