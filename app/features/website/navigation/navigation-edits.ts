import type { NavigationGroup, SiteNavigation } from "#lib/documents/navigation.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { pages } from "#lib/pages.ts";
import type { WholeGroup } from "#lib/shown-navigation.ts";
import { textOf } from "#lib/text-of.ts";

/** A draft may hold anything: what is no group or entry is left out. */
export function navigationOf(fields: PlainFields): SiteNavigation {
  return {
    groups: groupsOf(fields["groups"]).map((group) => ({
      id: textOf(group["id"]),
      ...labelOf(group),
      hidden: group["hidden"] === true,
      items: groupsOf(group["items"]).flatMap((item) => {
        const to = textOf(item["to"]);
        return to === "" ? [] : [{ to, ...labelOf(item), hidden: item["hidden"] === true }];
      }),
    })),
  };
}

/** At the end of the other group. */
export function moveToGroup(
  groups: readonly WholeGroup[],
  to: string,
  target: NavigationGroup,
): WholeGroup[] {
  const moved = groups.flatMap(({ items }) => items).find((item) => item.to === to);
  return groups.map((group) => {
    const others = group.items.filter((item) => item.to !== to);
    return group.id === target && moved !== undefined
      ? { ...group, items: [...others, moved] }
      : { ...group, items: others };
  });
}

/** A page of this site is hidden, never taken away: it would come back at the end of its menu. */
export function isPage(to: string): boolean {
  return pages.some(({ path }) => path === to);
}

function groupsOf(value: unknown): PlainFields[] {
  return (Array.isArray(value) ? (value as unknown[]) : []).filter(
    (entry): entry is PlainFields =>
      typeof entry === "object" && entry !== null && !Array.isArray(entry),
  );
}

function labelOf(group: PlainFields): { label?: string } {
  const label = textOf(group["label"]);
  return label === "" ? {} : { label };
}
