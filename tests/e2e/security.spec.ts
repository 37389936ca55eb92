import { request } from "node:http";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { toFirestoreFields } from "#lib/firestore-value.ts";
import { pages } from "#lib/pages.ts";
import { runCommand } from "../support/foyer-process.ts";
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

test.describe("hostile content", { tag: "@embedded" }, () => {
  test.use({ ownSite: true });

  test("is shown as the text that it is", async ({ page, foyer }) => {
    const script = "</script><script>globalThis.ran = 1</script>";
    const image = `"><img src=x onerror="globalThis.ran = 2">`;
    const file = join(foyer.dataDir, "hostile.json");
    const resume = {
      basics: {
        name: `Mallory ${script}`,
        label: image,
        summary: `${image}${script}<!--`,
        profiles: [{ network: "Trap", url: 'https://example.com/"onmouseover="globalThis.ran=3' }],
      },
      work: [{ name: image, position: script, startDate: "2020" }],
    };
    await writeFile(file, JSON.stringify(resume));
    const imported = await runCommand(foyer.dataDir, "import", "resume", file);
    expect(imported, imported.output).toMatchObject({ code: 0 });
    const text = image + script.slice(0, 40);
    const picture = { src: "/sample/bollard-type.svg", alt: text, width: 1, height: 1 };
    const documents = {
      "projects/trap": {
        slug: "trap",
        title: text,
        summary: text,
        tags: [text.slice(0, 60)],
        stack: [text.slice(0, 60)],
        links: [{ label: text, url: 'https://example.com/"onmouseover="globalThis.ran=4' }],
        cover: picture,
        gallery: [picture],
        body: {
          type: "doc",
          content: [{ type: "paragraph", content: [{ type: "text", text: image + script }] }],
        },
        hidden: false,
      },
      "certificates/trap": {
        title: text,
        issuer: text,
        issueDate: "2026-01-02",
        credentialId: text,
        description: text,
        skills: [text.slice(0, 60)],
        image: picture,
        hidden: false,
      },
      "site/profile": {
        tagline: text,
        now: [text],
        values: [{ title: text, text }],
        uses: [{ title: text, items: [text] }],
      },
      "site/settings": { announcement: { text: image + script } },
      "site/navigation": {
        groups: [
          {
            id: "work",
            label: text.slice(0, 40),
            items: [{ to: "/about", label: image.slice(0, 40) }],
          },
        ],
      },
      "site/seo": { pages: [{ path: "/about", title: text, description: text }] },
    };
    const lines = Object.entries(documents).map(([path, data]) =>
      JSON.stringify({ path, fields: toFirestoreFields(data) }),
    );
    await writeFile(file, lines.join("\n"));
    const written = await runCommand(foyer.dataDir, "documents", "import", file);
    expect(written, written.output).toMatchObject({ code: 0 });
    const shown = [
      "/",
      "/resume",
      "/about",
      "/contact",
      "/project",
      "/project/trap",
      "/certificates",
    ];
    for (const path of shown) {
      await open(page, path);
      await expect(page.getByRole("banner")).toContainText(`Mallory ${script}`);
      await expect(page.locator("img[src=x], [onerror], [onmouseover]")).toHaveCount(0);
      expect(await page.evaluate(() => "ran" in globalThis)).toBe(false);
    }
    await page.goto("/resume");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Mallory ${script}`);
    await expect(page.getByRole("main")).toContainText(image);
  });

  test("an address that is a script is no link", async ({ page, foyer }) => {
    const file = join(foyer.dataDir, "hostile.json");
    const url = "javascript:globalThis.ran=1";
    const resume = {
      basics: { name: "Mallory", url, profiles: [{ network: "Trap", url }] },
      work: [{ name: "Trap", url }],
    };
    await writeFile(file, JSON.stringify(resume));
    await runCommand(foyer.dataDir, "import", "resume", file);
    for (const path of ["/", "/resume", "/about"]) {
      await open(page, path);
      await expect(page.locator('a[href^="javascript:" i]')).toHaveCount(0);
    }
  });
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
