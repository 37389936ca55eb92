import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import type { Plugin } from "vite";
import { pdfData } from "./scripts/pdf-data.ts";

// What every page needs comes as one file: left alone, the bundler makes a dozen, and a request each. The route modules
// name the files of all pages, so they are with the entry: `base` stays as it was when one of those changes. Pictures
// and filters are on most pages.
const codeSplitting = {
  groups: [
    // Asked for by name: a group takes along whatever its modules import, also where the browser's half of it is nothing.
    { name: "words", test: /lib[\\/]page-descriptions/, priority: 9 },
    {
      name: "base",
      test: /node_modules[\\/](?:react|react-dom|react-router|scheduler|cookie-es|@remix-run)[\\/]|app[\\/](?:root|shell[\\/](?!page-errors|unknown-path)[^\\/]+\.|ui[\\/](?:lazy-page|page-meta|picture|use-query-filter))|vite[\\/]preload-helper/,
      priority: 8,
    },
    // Left alone these two are in a dozen files, whose names every page would carry: the fields of an account's forms, which
    // `/forgot-password` shows to everybody too, and all else of the session.
    {
      name: "fields",
      test: /app[\\/]session[\\/](?:form-fields\.|sign-in-panel-email)/,
      priority: 7,
    },
    {
      name: "food",
      test: /app[\\/](?:features[\\/]food[\\/]food-parts|styles[\\/]food\.css)/,
      priority: 6,
    },
    // Its name is in every page: short.
    { name: "heat", test: /app[\\/]parts[\\/](?:heatmap|snapshot)/, priority: 6 },
    { name: "viewer", test: /app[\\/]parts[\\/](?:lightbox|rich-text[\\/]viewer)/, priority: 6 },
    {
      name: "session",
      test: /app[\\/](?:session[\\/](?:access|account-(?:actions|banners|state)|auth-message|gate|open-session|reauthenticate|session-dialogs|sign-in-panel|tool-|user-menu)|live[\\/](?:account-life|api|firebase)\.|ui[\\/](?:modal|tool-shortcuts)|lib[\\/]user-record)/,
      priority: 6,
    },
    {
      name: "entry",
      test: /app[\\/](?:entry\.client|route-modules|tool-page|features[\\/][^\\/]+[\\/][^\\/]+-page|shell[\\/](?:page-errors|unknown-path))\.tsx?$/,
      priority: 6,
    },
    {
      name: "frame",
      test: /app[\\/]parts[\\/]tool-frame[\\/](?:when|late-part|empty-room|is-field|skeletons|use-fresh)\.|components[\\/]CloseButton[\\/]|use-isomorphic-effect[\\/]/,
      priority: 5,
    },
    // A line or two each, that many ask for: a file of its own costs more than what is in it.
    {
      name: "lines",
      test: /app[\\/](?:live[\\/](?:random-id|todos-tool|problem-notes[\\/]notes-tool|drive[\\/]thumb-database|uploads[\\/]drive-jobs-database)|ui[\\/]format-bytes)\.|lib[\\/](?:quoted|fold-text|drive[\\/]share-link|records[\\/]colours)\./,
      priority: 5,
    },
    { name: "grip", test: /app[\\/]parts[\\/]sortable[\\/](?:grip-icon|show-at)\./, priority: 5 },
    {
      name: "order",
      test: /node_modules[\\/]fractional-indexing[\\/]|fractional-order\.|lib[\\/]records[\\/]place\./,
      priority: 4,
    },
    {
      name: "moments",
      test: /lib[\\/]dates[\\/](?:floating|date-words)\.|tool-frame[\\/]watch-day\./,
      priority: 3,
    },
    {
      name: "inputs",
      test: /@mantine[\\/](?:core[\\/]esm[\\/]components[\\/]Input(?:Base)?|hooks[\\/]esm[\\/]use-id)[\\/]/,
      priority: 2,
    },
    {
      name: "asking",
      test: /app[\\/]live[\\/](?:documents-call|journals[\\/]looking)\.|lib[\\/]firestore-value\./,
      priority: 1,
    },
    {
      name: "kept",
      test: /app[\\/]live[\\/]connection|(?<!app[\\/])node_modules[\\/]idb[\\/]/,
      priority: 4,
    },
    {
      name: "outbox",
      test: /app[\\/]live[\\/](?:outbox[\\/](?!sealed-store)|token-of\.)/,
      priority: 3,
    },
    {
      name: "records",
      test: /app[\\/]live[\\/]records[\\/](?!base-store|counts|healing|judged|lazy-[a-z]+|pack-rows|packed-store|purge-items)|lib[\\/]records[\\/](?!place|colours)|app[\\/]parts[\\/](?:kept-words[\\/]lost-text|records[\\/](?:dot|lines-of|paste-that-fits)|undo[\\/](?:undo-stack|use-undo-keys))\./,
      priority: 2,
    },
    // What each row of files has, and what goes at sign-out.
    {
      name: "thumbs",
      test: /app[\\/](?:features[\\/]files[\\/](?:thumbs|file-kind|preview[\\/]preview-kind)|live[\\/]drive[\\/]thumb-?s)/,
      priority: 1,
    },
    {
      name: "todo-parts",
      test: /app[\\/]features[\\/]todo[\\/](?:now|acts[\\/](?:values|room)|filters[\\/]saved-filters|list[\\/]icons)\.|lib[\\/]todo[\\/](?:registers|tree|todo-changes|todo-shape)\./,
      priority: 1,
    },
    {
      name: "board-parts",
      test: /app[\\/]features[\\/]task-manager[\\/](?:acts[\\/](?:act-parts|room|spots|words)|views)\.|lib[\\/]boards[\\/]board-items\./,
      priority: 1,
    },
  ],
};

// The names of what is loaded on demand are in every page: 42 bits tell two builds of a file apart.
const chunkFileNames = "assets/[name]-[hash:7].js";

// These are there before anything is loaded on demand, or before a tool is. The others are asked for together with what
// imports them.
const alwaysLoaded = /[\\/](?:base|entry\.client|rolldown-runtime|session)-/;

// Nobody signs in on the server. It has one bundle, so what is loaded on demand in a browser would be loaded by each start.
const noFirebaseOnServer: Plugin = {
  name: "no-firebase-on-server",
  applyToEnvironment: ({ name }) => name === "ssr",
  load: { filter: { id: /app[\\/]live[\\/][^\\/]+-sdk\.ts$/ }, handler: () => "export {};" },
};

// Nor does it show a tool: what draws them is the browser's too. Its names are undefined there, in modules that never run.
const browserOnly = "\0browser-only";
const noToolsOnServer: Plugin = {
  name: "no-tools-on-server",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "ssr",
  resolveId: {
    filter: {
      id: /^(?:@mantine\/(?!.*\.css$)|@(?:tabler|tiptap|atlaskit)\/|@simplewebauthn\/|uqr$|pdfjs-dist|diff$|leaflet$)/,
    },
    handler: () => browserOnly,
  },
  load: { filter: { id: /browser-only$/ }, handler: () => "export {};" },
};

export default defineConfig({
  plugins: [reactRouter(), noFirebaseOnServer, noToolsOnServer, pdfData],
  // Found only when somebody signs in, they would make Vite reload the page in the middle of it.
  optimizeDeps: {
    include: [
      "firebase/app",
      "firebase/auth",
      "firebase/database",
      "firebase/firestore/lite",
      "firebase/storage",
    ],
  },
  build: {
    target: "es2023",
    // An inlined asset would need a data: source in the content security policy.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: {
      resolveDependencies: (file, needed) =>
        needed.filter((name) => name !== file && !alwaysLoaded.test(name)),
    },
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting, chunkFileNames } } } },
    // One file: a running server must not find a part of itself replaced by a later build.
    ssr: {
      build: {
        rolldownOptions: {
          input: "./server/app.ts",
          output: { codeSplitting: false },
          shimMissingExports: true,
          // Of what is left out above nothing is there on purpose.
          onLog(level, log, print) {
            if (log.code !== "SHIMMED_EXPORT" || !log.message.includes("browser-only"))
              print(level, log);
          },
        },
      },
    },
  },
});
