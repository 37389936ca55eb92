/** `/.well-known/security.txt`, RFC 9116: where to tell of a hole in this site. */
import type { SiteFileMaker } from "./site-file.ts";

const dayMs = 86_400_000;
/** The RFC wants less than a year. Files are made anew each day, so it moves on. */
const goodForDays = 180;

export function createSecurityTxt(now: () => number): SiteFileMaker {
  return {
    owns: (path) => path === "/.well-known/security.txt",
    make(path, { data, origin }) {
      const email = data.resume?.basics?.email;
      const today = Math.floor(now() / dayMs) * dayMs;
      const lines = [
        ...(email ? [`Contact: mailto:${encodeURI(email)}`] : []),
        `Contact: ${origin}/contact`,
        `Expires: ${new Date(today + goodForDays * dayMs).toISOString()}`,
        "Preferred-Languages: en",
        `Canonical: ${origin}${path}`,
      ];
      return { contentType: "text/plain; charset=utf-8", body: `${lines.join("\n")}\n` };
    },
  };
}
