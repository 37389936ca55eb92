/** The address that is handed on. The code is behind the `#`, so no server and no log on the way gets it. */
export function inviteLink(origin: string, code: string): string {
  return `${origin}/#invite=${code}`;
}
