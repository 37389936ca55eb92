import type { ToolKeys } from "#app/ui/tool-shortcuts.ts";

const siteKeys = [
  { key: "/", title: "Search" },
  { key: "t", title: "Switch the theme" },
  { key: "?", title: "This list" },
];

/** Single keys of the site, without those that the open tool has taken. */
export function siteKeysBeside(tool: ToolKeys | undefined): { key: string; title: string }[] {
  const taken = new Set(tool?.shortcuts.map(({ key }) => key));
  return siteKeys.filter(({ key }) => !taken.has(key));
}
