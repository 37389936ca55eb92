import { request } from "node:http";
import { pages } from "#lib/pages.ts";
import { expect, open, test } from "../support/site-test.ts";

function directive(policy: string, name: string): string[] {
  const found = policy.split("; ").find((part) => part.startsWith(`${name} `));
  return found?.split(" ").slice(1) ?? [];
}

test("every page carries a strict policy and the other security headers", async ({ foyer }) => {
  for (const { path } of pages) {
    // Twice: the second one comes from the cache.
    for (const visit of ["first", "second"]) {
      const { headers, status } = await fetch(foyer.origin + path);
      const where = `${path}, ${visit} visit`;
      expect(status, where).toBe(200);
      const policy = headers.get("Content-Security-Policy") ?? "";
      expect(directive(policy, "default-src"), where).toEqual(["'none'"]);
      expect(directive(policy, "base-uri"), where).toEqual(["'none'"]);
      expect(directive(policy, "frame-ancestors"), where).toEqual(["'none'"]);
      const [self, ...code] = [
        ...directive(policy, "script-src"),
        ...directive(policy, "style-src").slice(1),
      ];
      expect(self, where).toBe("'self'");
      for (const source of code) expect(source, where).toMatch(/^'(?:sha256|nonce)-[\w+/=]+'$/);
      expect(headers.get("X-Content-Type-Options"), where).toBe("nosniff");
      expect(headers.get("Referrer-Policy"), where).toBe(
        path === "/forgot-password" ? "no-referrer" : "strict-origin-when-cross-origin",
      );
    }
  }
});

test("a page tells nobody its query", async ({ page, foyer }) => {
  await open(page, "/forgot-password?oobCode=hush");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Forgot password");
  await page.getByRole("banner").getByRole("link", { name: "About" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("About");
  expect(foyer.logs()).not.toContain("hush");
});

function statusFor(port: number, path: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ port, path, host: "127.0.0.1", headers: { Host: host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });
}

test("a host that is not ours gets 421, except for the health of the process", async ({
  foyer,
}) => {
  const { port } = foyer;
  for (const host of ["evil.example", `evil.example:${port}`, "localhost.evil.example"]) {
    for (const path of [
      "/",
      "/resume",
      "/about.data",
      "/sample/bollard-type.svg",
      "/api/page-views",
    ]) {
      expect(await statusFor(port, path, host), `${host}${path}`).toBe(421);
    }
    expect(await statusFor(port, "/healthz", host)).toBe(200);
    expect(await statusFor(port, "/readyz", host)).toBe(200);
  }
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, "LOCALHOST"]) {
    expect(await statusFor(port, "/", host), host).toBe(200);
  }
});

test("what the backend does not offer is not there", async ({ foyer }) => {
  for (const path of [
    "/v1/accounts:signUp",
    "/.ws?ns=foyer",
    "/.lp",
    "/emulator/v1/projects/foyer",
    "/__/auth/handler",
    "/api/nothing",
  ]) {
    for (const method of ["GET", "POST"]) {
      const response = await fetch(foyer.origin + path, { method, redirect: "manual" });
      expect(response.status, `${method} ${path}`).toBe(404);
    }
  }
});
