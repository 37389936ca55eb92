/**
 * The key of `Sealing`, one file in the folder of keys beside those that sign. It is made at the first start; later a
 * missing or foreign one stops the start if the data has something that only the old one opens.
 */
import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { readKeyFile, writeKeyFile } from "./key-file.ts";
import { SEALING_KEY_BYTES, type Sealing, createSealing } from "./sealing.ts";

const FILE = "sealing-key";

/** Something in the data that was sealed; undefined when nothing is. */
type Sealed = { purpose: string; text: string } | undefined;

/**
 * @param deps.sealed read at the start to see whether the key is the one of this data.
 * @param deps.giveUp removes all that was sealed: the owner says that the key is lost for ever.
 * @throws Error that says what to do when the file is not that key.
 */
export async function openSealing(
  keysDir: string,
  deps: { sealed: Sealed; giveUp: () => Promise<void> },
): Promise<Sealing> {
  const path = join(keysDir, FILE);
  const lost = `${path}.lost`;
  const { sealed, giveUp } = deps;
  const isGivenUp = (await readKeyFile(lost)) !== undefined;
  const text = await readKeyFile(path);
  const found = text === undefined ? undefined : parseKey(text);
  if (text !== undefined && found === undefined && !isGivenUp) {
    throw startError(path, "cannot be read");
  }
  let sealing = found && createSealing(found);
  if (sealed !== undefined && sealing?.open(sealed.purpose, sealed.text) === undefined) {
    if (!isGivenUp) throw startError(path, text === undefined ? "is missing" : "is another one");
    await giveUp();
  }
  sealing ??= await makeKey(path);
  await rm(lost, { force: true });
  return sealing;
}

function startError(path: string, what: string): Error {
  return new Error(
    `The key of what is stored sealed ${what}: ${path}. Restore the folder of keys from the same back-up as the ` +
      `database. If the key is lost for ever, create an empty file ${path}.lost: the next start removes every second ` +
      "factor from its account.",
  );
}

async function makeKey(path: string): Promise<Sealing> {
  const key = randomBytes(SEALING_KEY_BYTES);
  await writeKeyFile(path, `${key.toString("base64url")}\n`);
  return createSealing(key);
}

function parseKey(text: string): Buffer | undefined {
  const key = Buffer.from(text.trim(), "base64url");
  const isWhole = key.length === SEALING_KEY_BYTES && key.toString("base64url") === text.trim();
  return isWhole ? key : undefined;
}
