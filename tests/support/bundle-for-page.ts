/** A module of ours and all that it imports as one file, for a page of the site that does not use all of it. */
import { build } from "vite";

/** @param entry absolute path */
export async function bundleForPage(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      target: "es2023",
      lib: { entry, formats: ["es"] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [output] = [result].flat();
  if (output === undefined || !("output" in output)) throw new Error("There is no bundle.");
  return output.output[0].code;
}
