/** `/resume.json`: the resume as JSON Resume 1.0 (https://jsonresume.org/schema), for programs that read such files. */
import { resumeJsonPath } from "#lib/found/addresses.ts";
import type { PublicData } from "#lib/server-backend.ts";
import type { SiteFileMaker } from "./site-file.ts";

const schema = "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json";

export const resumeJson: SiteFileMaker = {
  owns: (path) => path === resumeJsonPath,
  make(_path, { data, origin }) {
    if (data.resume === null) return undefined;
    const { $schema = schema, meta, ...sections } = data.resume;
    const canonical = meta?.canonical ?? `${origin}${resumeJsonPath}`;
    const resume: PublicData["resume"] = { $schema, ...sections, meta: { ...meta, canonical } };
    return {
      contentType: "application/json; charset=utf-8",
      body: `${JSON.stringify(resume, null, 2)}\n`,
      // Tools that show such files run in browsers, on pages of their own.
      headers: [
        ["Access-Control-Allow-Origin", "*"],
        ["Cross-Origin-Resource-Policy", "cross-origin"],
      ],
    };
  },
};
