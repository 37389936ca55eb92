/**
 * Every page loads the table of routes and the entry, and both say what no page asks for: React Router's table names a
 * file for each route module, and the entry hands its parts on to those files. They are in the entry, which names them
 * itself (app/route-modules.ts), so the table names the entry, and the files go. Nor does the table need ids that are its
 * own keys, which route-modules.ts puts back, or what React Router's client never reads.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

type RouteManifest = {
  entry: { module: string };
  routes: Record<
    string,
    { id?: string; module: string; imports?: string[]; css?: string[]; hasDefaultExport?: boolean }
  >;
};

const tableStart = "window.__reactRouterManifest=";

/**
 * @param client the folder of the browser's build. @throws Error when the bundler writes these files in another form, or
 * when a file that is loaded later takes a part of the entry
 */
export function slimEntry(client: string): void {
  const assets = join(client, "assets");
  const table = join(assets, onlyOne(assets, /^manifest-[\w-]+\.js$/));
  const text = readFileSync(table, "utf8");
  if (!text.startsWith(tableStart)) throw new Error(`${table} is not the table of routes.`);
  const manifest = JSON.parse(text.slice(tableStart.length).replace(/;\s*$/, "")) as RouteManifest;
  const { module } = manifest.entry;
  const files = new Set(Object.values(manifest.routes).map((route) => route.module));
  for (const route of Object.values(manifest.routes)) {
    route.module = module;
    delete route.imports;
    delete route.id;
    delete route.hasDefaultExport;
    if (route.css?.length === 0) delete route.css;
  }
  // What is false is asked for as what is not there.
  const slim = JSON.stringify(manifest, (_key, value: unknown) =>
    value === false ? undefined : value,
  );
  writeFileSync(table, `${tableStart}${slim};`);

  const entry = join(client, module);
  const code = readFileSync(entry, "utf8");
  const withoutExports = code.replace(/export\{[^{}]*\};?\s*$/, "");
  if (withoutExports === code) throw new Error(`${entry} does not end with its exports.`);
  writeFileSync(entry, withoutExports);
  for (const file of files) rmSync(join(client, file));
  const name = basename(module);
  for (const file of readdirSync(assets)) {
    if (!file.endsWith(".js") || file === basename(table)) continue;
    // It would be asked for what it hands on no more.
    if (!readFileSync(join(assets, file), "utf8").includes(name)) continue;
    throw new Error(`${file} takes a part of the entry: keep it out of the entry's group.`);
  }
}

function onlyOne(folder: string, form: RegExp): string {
  const [name, ...others] = readdirSync(folder).filter((file) => form.test(file));
  if (name === undefined || others.length > 0)
    throw new Error(`${folder} has no one ${form.source}`);
  return name;
}
