/**
 * How pdf.js reads a PDF of a stranger. What it says to run is run nowhere: pages are pictures, and its parser is a worker
 * that may load nothing (server/http/static-files.ts).
 */
import { GlobalWorkerOptions, VerbosityLevel, version } from "pdfjs-dist";
// The bundler makes an address of it.
// oxlint-disable-next-line import/default
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";

GlobalWorkerOptions.workerSrc = workerUrl;

/** See scripts/pdf-data.ts. */
const data = `/assets/pdf-${version}/`;

export const pdfOptions = {
  cMapUrl: `${data}cmaps/`,
  cMapPacked: true,
  standardFontDataUrl: `${data}standard_fonts/`,
  wasmUrl: `${data}wasm/`,
  // Its page hands it what it needs.
  useWorkerFetch: false,
  enableXfa: false,
  verbosity: VerbosityLevel.ERRORS,
};
