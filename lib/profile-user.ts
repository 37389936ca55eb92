/** Whose pages on other sites are shown: what the profiles of the resume say. */
import type { ResumeDocument } from "./documents/resume.ts";

/** Also the id of the document below `snapshots`. */
export type ProfileId = "github" | "leetcode";

const hosts: Record<ProfileId, string> = { github: "github.com", leetcode: "leetcode.com" };
/** More than either site allows, and nothing that an address or a document's id could trip over. */
const possible = /^[a-z0-9][\w.-]{0,59}$/i;

/** By the network's name or by the address; without a user name the one in the address. Undefined when there is none. */
export function profileUser(resume: ResumeDocument | null, id: ProfileId): string | undefined {
  for (const { network, username, url } of resume?.basics?.profiles ?? []) {
    const address = url !== undefined && URL.canParse(url) ? new URL(url) : undefined;
    const isThere = address?.hostname.replace(/^www\./, "") === hosts[id];
    if (!isThere && network?.trim().toLowerCase() !== id) continue;
    const ofAddress = isThere ? address.pathname.replace(/^\/u\//, "/").split("/")[1] : undefined;
    const user = [username?.trim().replace(/^@/, ""), ofAddress].find(
      (name) => name !== undefined && possible.test(name),
    );
    if (user !== undefined) return user;
  }
  return undefined;
}
