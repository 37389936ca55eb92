/** Share links of one's own files and folders, as the server has them. All throw ApiError. */
import type { ShareChoices, ShareLink, ShareLogEntry } from "#lib/drive/share-link.ts";
import { callApi } from "../api.ts";

/** Of a node, or all. */
export async function shareLinks(node?: string, signal?: AbortSignal): Promise<ShareLink[]> {
  const query = node === undefined ? "" : `?id=${node}`;
  const { links } = await callApi<{ links: ShareLink[] }>(
    "GET",
    `/api/drive/links${query}`,
    undefined,
    { signal },
  );
  return links;
}

export async function makeShareLink(id: string, choices: ShareChoices): Promise<ShareLink> {
  const body = { id, ...choices };
  return (await callApi<{ link: ShareLink }>("POST", "/api/drive/links", body)).link;
}

export async function changeShareLink(
  token: string,
  choices: Partial<ShareChoices>,
): Promise<ShareLink> {
  const body = { link: token, ...choices };
  return (await callApi<{ link: ShareLink }>("POST", "/api/drive/links/change", body)).link;
}

export const revokeShareLink = (token: string): Promise<void> =>
  callApi("POST", "/api/drive/links/revoke", { link: token });

export async function shareLinkLog(token: string, signal?: AbortSignal): Promise<ShareLogEntry[]> {
  const path = `/api/drive/links/log?link=${token}` as const;
  return (await callApi<{ log: ShareLogEntry[] }>("GET", path, undefined, { signal })).log;
}
