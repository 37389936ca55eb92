import { readRulesFiles } from "../../server/config/rules-files.ts";

const sessionOfToken = "request.auth.token.get('sid', false)";

/** The site's rules as Google's ID tokens meet them: unlike those of the embedded backend they name no session. */
export async function readRulesOfGoogle(): ReturnType<typeof readRulesFiles> {
  const rules = await readRulesFiles();
  const { file, text } = rules.storage;
  const parts = text.split(sessionOfToken);
  if (parts.length !== 2) throw new Error(`${file} does not ask once for ${sessionOfToken}.`);
  return { ...rules, storage: { file, text: parts.join("false") } };
}
