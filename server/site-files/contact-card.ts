/** `/contact.vcf`: the owner as an entry for an address book. */
import { contactCard } from "#lib/contact/contact-card.ts";
import type { SiteFileMaker } from "./site-file.ts";

const contactCardPath = "/contact.vcf";

export const contactCardMaker: SiteFileMaker = {
  owns: (path) => path === contactCardPath,
  make(_path, { data, origin }) {
    const body = contactCard(data.resume, origin);
    if (body === undefined) return undefined;
    return { contentType: "text/vcard; charset=utf-8", body, saveAs: "contact.vcf" };
  },
};
