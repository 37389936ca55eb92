import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

// What every page needs comes as one file: left alone, the bundler makes a dozen, and a request each. The route modules
// are a second one: they name the files of all pages, and `base` stays as it was when one of those changes. What
// of app/ui and lib only tools need is not in it.
const codeSplitting = {
  groups: [
    {
      name: "base",
      test: /node_modules[\\/](?:react|react-dom|react-router|scheduler|cookie-es|@remix-run)[\\/]|app[\\/](?:shell[\\/](?!page-errors|unknown-path)|ui[\\/](?!format-bytes))|lib[\\/](?!file-headers)|vite[\\/]preload-helper/,
      priority: 1,
    },
    {
      name: "pages",
      test: /app[\\/](?:features[\\/].+-page|shell[\\/](?:page-errors|unknown-path)|parts[\\/]rich-text[\\/]viewer)\.tsx$/,
    },
  ],
};

export default defineConfig({
  plugins: [reactRouter()],
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
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting } } } },
    // One file: a running server must not find a part of itself replaced by a later build.
    ssr: {
      build: { rolldownOptions: { input: "./server/app.ts", output: { codeSplitting: false } } },
    },
  },
});
