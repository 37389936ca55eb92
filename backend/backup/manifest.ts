/** The first entry of a back-up: what is in it, so that whoever reads it knows when something is not. */
import * as z from "zod/mini";
import { BackupError } from "./errors.ts";

export const manifestName = "manifest.json";
export const databaseName = "foyer.sqlite";
/** Raised when an older program could not read it. */
const format = 1;
/** Of the site's own; the rest is named by the database. */
export const maxMissing = 1000;
export const maxManifestBytes = 4 * 1024 * 1024;

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const whole = z.int().check(z.nonnegative());

const shape = z.object({
  format: z.literal(format),
  /** When the snapshot of the database was taken: ISO. */
  at: z.string(),
  /** `scheme://host[:port]` of the site; empty when a command made it. */
  origin: z.string(),
  projectId: z.string(),
  migrations: z.array(
    z.object({ room: z.string(), number: whole, file: z.string(), checksum: z.string() }),
  ),
  /** The database and the keys. */
  entries: z.array(z.object({ name: z.string(), bytes: whole, sha256 })),
  /** Contents of stored files: the database names them, each by its SHA-256. */
  contents: z.object({ count: whole, bytes: whole }),
  /** Contents that the site itself did not have any more. */
  missing: z.array(sha256).check(z.maxLength(maxMissing)),
  /** Of what people see as one thing: how many rows, and a hash over every byte of them in their order. */
  parts: z.array(z.object({ part: z.string(), rows: whole, sha256 })),
});

export type Manifest = z.infer<typeof shape>;
export type PartDigest = Manifest["parts"][number];

export function writeManifest(manifest: Omit<Manifest, "format">): string {
  return `${JSON.stringify({ format, ...manifest }, null, 2)}\n`;
}

/** @throws BackupError */
export function readManifest(text: string): Manifest {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch (error) {
    throw new BackupError("damaged", `The back-up is damaged in ${manifestName}.`, error);
  }
  const number = (found as { format?: unknown } | null)?.format;
  if (typeof number === "number" && number > format) {
    throw new BackupError(
      "too-new",
      `A newer version made this back-up (format ${number}, this one reads ${format}). Restore it with that version.`,
    );
  }
  const parsed = shape.safeParse(found);
  if (parsed.success) return parsed.data;
  throw new BackupError("damaged", `The back-up is damaged in ${manifestName}.`, parsed.error);
}
