import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // Some forty routes are about a kilobyte: one request less than asking for them as links appear.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
