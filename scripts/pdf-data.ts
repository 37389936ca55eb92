/**
 * What pdf.js asks for when a PDF needs it: decoders of JPEG2000 and JBIG2, the tables of Chinese, Japanese and Korean
 * fonts, and fonts in the place of those that a PDF only names. Served from `/assets/pdf-VERSION/`; see
 * app/parts/media/pdf-options.ts.
 */
import { createReadStream, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const packageFolder = join(import.meta.dirname, "../node_modules/pdfjs-dist");
const { version } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")) as {
  version: string;
};
const base = `assets/pdf-${version}`;
/** Licences go with what they are of. Colour profiles and the code of forms are not used. */
const isServed =
  /^(?:cmaps\/(?:[\w-]+\.bcmap|LICENSE)|standard_fonts\/(?:[\w-]+\.(?:pfb|ttf)|LICENSE\w*)|wasm\/(?:(?:jbig2|openjpeg)\.wasm|LICENSE\w*(?:JBIG2|OPENJPEG)))$/;

function dataFiles(): string[] {
  return ["cmaps", "standard_fonts", "wasm"].flatMap((folder) =>
    readdirSync(join(packageFolder, folder))
      .map((name) => `${folder}/${name}`)
      .filter((path) => isServed.test(path)),
  );
}

export const pdfData: Plugin = {
  name: "pdf-data",
  applyToEnvironment: ({ name }) => name === "client",
  generateBundle() {
    for (const path of dataFiles()) {
      const source = readFileSync(join(packageFolder, path));
      this.emitFile({ type: "asset", fileName: `${base}/${path}`, source });
    }
  },
  configureServer({ middlewares }) {
    middlewares.use(`/${base}`, (request, response, next) => {
      const path = (request.url ?? "").slice(1);
      if (!isServed.test(path)) return next();
      createReadStream(join(packageFolder, path)).on("error", next).pipe(response);
    });
  },
};
