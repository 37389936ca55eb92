/** Makes back-ups of a folder until it is killed, and says the name of each that was made: FOLDER BACKUPS */
import { createBackend } from "#backend";
import { readRulesFiles } from "../../server/config/rules-files.ts";

const [, , dataDir = "", folder = ""] = process.argv;
const backend = await createBackend({
  dataDir,
  projectId: "foyer",
  rules: await readRulesFiles(),
});
process.stdout.write("open\n");
for (;;) {
  try {
    const { name } = await backend.backups.make({ folder, encrypt: true, origin: "" });
    process.stdout.write(`made ${name}\n`);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    process.stdout.write(`failed ${code} ${message}\n`);
    break;
  }
}
await backend.close();
