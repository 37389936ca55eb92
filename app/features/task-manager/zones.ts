/** Time zones as they are offered. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** All that the browser knows, and this one. */
export function zonesWith(zone: string): string[] {
  return [
    ...new Set([...(zone === "" ? [] : [zone]), ...Intl.supportedValuesOf("timeZone"), "UTC"]),
  ];
}

export function zoneName(zone: string): string {
  return zone.replace(/_/g, " ");
}
