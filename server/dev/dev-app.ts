/** The app through Vite's development server: hot reload, no cache, no content security policy. Never in production. */
import type { Server } from "node:http";
import { createServer } from "vite";
import type { Render } from "../http/render.ts";
import type { StaticFiles } from "../http/static-files.ts";

export async function createDevApp(http: Server): Promise<{
  render: Render;
  staticFiles: StaticFiles;
  close: () => Promise<void>;
}> {
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server: http } },
    appType: "custom",
  });
  return {
    render: async (request, options) => {
      const app = (await vite.ssrLoadModule("./server/app.ts")) as { render: Render };
      return app.render(request, options);
    },
    staticFiles: ({ request, response }) =>
      new Promise((resolve) => {
        response.once("finish", () => resolve(true));
        vite.middlewares(request, response, () => resolve(false));
      }),
    close: () => vite.close(),
  };
}
