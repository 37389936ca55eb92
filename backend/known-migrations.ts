import { authModule } from "./auth/index.ts";
import { databaseModule } from "./database/index.ts";
import { firestoreModule } from "./firestore/index.ts";
import { type MigrationMark, type OperationModule, knownMigrations } from "./sqlite/index.ts";
import { storageModule } from "./storage/index.ts";

/** Of all rooms, as this version of the program has them. */
export async function readKnownMigrations(): Promise<MigrationMark[]> {
  const urls = [authModule, databaseModule, firestoreModule, storageModule];
  const modules = await Promise.all(
    urls.map(async ({ href }) => (await import(href)) as OperationModule),
  );
  return knownMigrations(modules);
}
