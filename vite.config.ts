import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import type { Plugin } from "vite";

// What every page needs comes as one file: left alone, the bundler makes a dozen, and a request each. The route modules
// name the files of all pages, so they are with the entry: `base` stays as it was when one of those changes. Pictures
// and filters are on most pages.
const codeSplitting = {
  groups: [
    // Asked for by name: a group takes along whatever its modules import, also where the browser's half of it is nothing.
    { name: "page-descriptions", test: /lib[\\/]page-descriptions/, priority: 2 },
    {
      name: "base",
      test: /node_modules[\\/](?:react|react-dom|react-router|scheduler|cookie-es|@remix-run)[\\/]|app[\\/](?:root|shell[\\/](?!page-errors|unknown-path)[^\\/]+\.|ui[\\/](?:lazy-page|page-meta|picture|use-query-filter))|vite[\\/]preload-helper/,
      priority: 1,
    },
    {
      name: "entry",
      test: /app[\\/](?:entry\.client|route-modules|features[\\/].+-page|shell[\\/](?:page-errors|unknown-path))\.tsx?$/,
    },
  ],
};

// These are there before anything is loaded on demand. The others are asked for together with what imports them.
const alwaysLoaded = /[\\/](?:base|entry\.client|rolldown-runtime)-/;

// Nobody signs in on the server. It has one bundle, so what is loaded on demand in a browser would be loaded by each start.
const noFirebaseOnServer: Plugin = {
  name: "no-firebase-on-server",
  applyToEnvironment: ({ name }) => name === "ssr",
  load: { filter: { id: /app[\\/]live[\\/][^\\/]+-sdk\.ts$/ }, handler: () => "export {};" },
};

export default defineConfig({
  plugins: [reactRouter(), noFirebaseOnServer],
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
    client: { build: { rolldownOptions: { output: { codeSplitting } } } },
    // One file: a running server must not find a part of itself replaced by a later build.
    ssr: {
      build: { rolldownOptions: { input: "./server/app.ts", output: { codeSplitting: false } } },
    },
  },
});
