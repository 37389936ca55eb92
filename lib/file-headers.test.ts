import { expect, test } from "vitest";
import { fileHeaders, opensInline } from "./file-headers.ts";

const file = {
  name: "users/ada/cat.png",
  contentType: "image/png" as string | null,
  sniffedType: "image/png" as string | null | undefined,
  isRead: false,
  wantedDisposition: null as string | null,
};

/** The type, and whether it is shown. */
function served(change: Partial<typeof file>): [string | undefined, string | undefined] {
  const headers = fileHeaders({ ...file, ...change });
  return [headers["content-type"], headers["content-disposition"]?.split(";")[0]];
}

function fileNameOf(change: Partial<typeof file>): string {
  const header = fileHeaders({ ...file, ...change })["content-disposition"] ?? "";
  const [, plain = "", encoded = ""] =
    /^(?:inline|attachment); filename="([ -~]*)"; filename\*=UTF-8''([!-~]+)$/.exec(header) ?? [];
  expect(plain, header).not.toMatch(/["\\/%]/);
  return decodeURIComponent(encoded);
}

test("pictures, sound and film are shown when their bytes are what they claim", () => {
  const confirmed = [
    ["image/png", "image/png"],
    ["image/png", "image/apng"],
    ["IMAGE/JPEG", "image/jpeg"],
    ["audio/ogg", "audio/ogg; codecs=opus"],
    ["audio/mp4", "audio/x-m4a"],
    ["audio/webm", "video/webm"],
    ["video/mp4; codecs=avc1", "video/mp4"],
    ["text/plain;charset=utf-8", null],
    ["text/plain; Charset=utf-16", "application/xml"],
    ["Text/Plain;charset=us-ascii", "text/vcard"],
  ] as const;
  for (const [contentType, sniffedType] of confirmed) {
    expect(served({ contentType, sniffedType }), contentType).toEqual([contentType, "inline"]);
    expect(opensInline(contentType)).toBe(true);
  }
});

test("plain text that names no charset is UTF-8", () => {
  for (const [claimed, type] of [
    ["text/plain", "text/plain; charset=utf-8"],
    ["text/plain; format=flowed", "text/plain; format=flowed; charset=utf-8"],
    ["text/plain; charset=iso-8859-1", "text/plain; charset=iso-8859-1"],
  ]) {
    expect(served({ contentType: claimed ?? "", sniffedType: null })).toEqual([type, "inline"]);
  }
});

test("tables, Markdown and data are shown as plain text to who reads them, and keep their type otherwise", () => {
  for (const contentType of ["text/csv", "Text/Markdown; charset=utf-8", "application/json"]) {
    expect(opensInline(contentType)).toBe(true);
    for (const sniffedType of [null, "text/vcard", contentType]) {
      expect(served({ contentType, sniffedType })).toEqual([contentType, "inline"]);
      expect(served({ contentType, sniffedType, isRead: true })).toEqual([
        "text/plain; charset=utf-8",
        "inline",
      ]);
    }
    const nothing = ["application/octet-stream", "attachment"];
    expect(served({ contentType, sniffedType: "application/zip", isRead: true })).toEqual(nothing);
    expect(served({ contentType, sniffedType: undefined, isRead: true })).toEqual([
      contentType,
      "attachment",
    ]);
  }
});

test("a claim that the bytes contradict or do not confirm is served as nothing", () => {
  const refuted = [
    ["image/png", "image/jpeg"],
    ["image/png", "application/pdf"],
    ["image/png", "application/xml"],
    ["image/gif", null],
    ["video/mp4", null],
    ["audio/mpeg", "application/x-elf"],
    ["image/png", "application/gzip"],
    ["text/plain", "application/zip"],
    ["text/plain", "image/png"],
  ] as const;
  for (const [contentType, sniffedType] of refuted) {
    expect(served({ contentType, sniffedType }), `${contentType} ${sniffedType}`).toEqual([
      "application/octet-stream",
      "attachment",
    ]);
  }
});

test("what can run is saved and never shown, whatever its bytes and its metadata say", () => {
  const running = [
    "text/html",
    "image/svg+xml",
    "application/xhtml+xml",
    "text/xml",
    "application/pdf",
    "application/octet-stream",
  ];
  for (const contentType of running) {
    for (const sniffedType of [contentType, null, undefined, "image/png"]) {
      const asked = { contentType, sniffedType, wantedDisposition: "inline" };
      expect(served(asked), contentType).toEqual([contentType, "attachment"]);
    }
    expect(opensInline(contentType)).toBe(false);
  }
});

test("code, styles and what holds answers of its own are nothing for a page that loads them", () => {
  const code = [
    "multipart/x-mixed-replace; boundary=b",
    "Multipart/related",
    "message/rfc822",
    "application/signed-exchange;v=b3",
    "text/javascript",
    "application/javascript",
    "Application/X-JavaScript; charset=utf-8",
    "text/javascript1.5",
    "text/ecmascript",
    "text/jscript",
    "text/css",
    "application/wasm",
  ];
  for (const contentType of code) {
    expect(served({ contentType, sniffedType: null }), contentType).toEqual([
      "application/octet-stream",
      "attachment",
    ]);
  }
});

test("what is no media type is none", () => {
  for (const contentType of [
    null,
    "",
    "nonsense",
    "image/png, text/html",
    "image/png\r\nset-cookie: a=b",
    "image/png;text/html",
  ]) {
    expect(served({ contentType })).toEqual(["application/octet-stream", "attachment"]);
    expect(opensInline(contentType)).toBe(false);
  }
});

test("where nobody looked at the bytes the type stays and the file is saved", () => {
  for (const contentType of ["image/png", "text/plain; charset=utf-8", "video/mp4"]) {
    expect(served({ contentType, sniffedType: undefined })).toEqual([contentType, "attachment"]);
  }
});

test("every file comes in a sandbox, for this site's pages alone", () => {
  expect(fileHeaders(file)).toMatchObject({
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
  });
});

test("no policy lets a script run, and only sound and film that are shown have the origin", () => {
  const policyOf = (contentType: string, sniffedType: string | null) =>
    fileHeaders({ ...file, contentType, sniffedType })["content-security-policy"];
  expect(policyOf("video/mp4", "video/mp4")).toBe(
    "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; media-src 'self'",
  );
  for (const [contentType, sniffedType] of [
    ["video/mp4", null],
    ["text/plain", null],
    ["text/html", "video/mp4"],
    ["image/svg+xml", "application/xml"],
    ["application/pdf", "application/pdf"],
  ] as const) {
    expect(policyOf(contentType, sniffedType)).toBe("sandbox; default-src 'none'");
  }
});

test("the metadata may ask for a download and give a name", () => {
  const wanted = [
    ["attachment", "attachment", "cat.png"],
    ["Attachment; filename=dog.png", "attachment", "dog.png"],
    ['inline; filename="a \\"dog\\".png"', "inline", 'a "dog".png'],
    ["inline; filename=a; filename*=UTF-8''gr%C3%B6%C3%9Fe.png", "inline", "größe.png"],
    ["inline; filename=a.png; filename*=UTF-8''%E0%A4%A", "inline", "a.png"],
    ["form-data; name=x", "inline", "cat.png"],
    ["nonsense", "inline", "cat.png"],
  ] as const;
  for (const [wantedDisposition, type, name] of wanted) {
    expect(served({ wantedDisposition })[1], wantedDisposition).toBe(type);
    expect(fileNameOf({ wantedDisposition }), wantedDisposition).toBe(name);
  }
});

test("what is shown is saved with an ending of its kind, never as a page", () => {
  const shown = [
    ["image/gif", "image/gif", 'inline; filename="evil.html"', "evil.html.gif"],
    ["video/quicktime", "video/quicktime", "inline; filename=a.svg", "a.svg.mov"],
    ["image/vnd.microsoft.icon", "image/x-icon", "inline; filename=a.exe", "a.exe.ico"],
    ["audio/x-m4a", "audio/mp4", "inline; filename=a.hta", "a.hta.m4a"],
    ["text/plain", null, "inline; filename=evil.XHTML", "evil.XHTML.txt"],
    ["text/csv", null, "inline; filename=a.mht", "a.mht.txt"],
    ["text/plain", null, "inline; filename=main.py", "main.py"],
    ["image/jpeg", "image/jpeg", "inline; filename=a.JFIF", "a.JFIF"],
    ["image/jpeg", "image/jpeg", "inline; filename=photo", "photo"],
  ] as const;
  for (const [contentType, sniffedType, wantedDisposition, name] of shown) {
    expect(fileNameOf({ contentType, sniffedType, wantedDisposition })).toBe(name);
  }
  const page = { contentType: "text/html", sniffedType: null, name: "a/page.html" };
  expect(fileNameOf(page)).toBe("page.html");
});

test("a name leads to no folder, hides nothing and is no header", () => {
  const contentType = "application/octet-stream";
  const names = [
    ["users/ada/größe ☃.txt", "größe ☃.txt"],
    ["users/ada/", "ada"],
    ["a\r\nSet-Cookie: x=y", "a__Set-Cookie_ x=y"],
    ["..\\..\\evil.exe", "_.._evil.exe"],
    ["photo\u202Egnp.exe", "photo_gnp.exe"],
    ["a\u2066b\u200Fc\u061Cd\uFEFF.txt", "a_b_c_d_.txt"],
    [".htaccess", "htaccess"],
    ["report.txt...  ", "report.txt"],
    ["...", "file"],
    ["", "file"],
    ["C:stream.txt", "C_stream.txt"],
    ["\ud800.txt", "\ufffd.txt"],
    ['it\'s (50%) "done".txt', 'it\'s (50%) "done".txt'],
  ] as const;
  for (const [name, saved] of names) {
    expect(fileNameOf({ name, contentType })).toBe(saved);
  }
  const wantedDisposition = "attachment; filename*=UTF-8''..%2F..%2F%E2%80%AEtxt.exe";
  expect(fileNameOf({ wantedDisposition, contentType })).toBe("_..__txt.exe");
});

test("a very long name keeps its ending", () => {
  const contentType = "application/gzip";
  const saved = fileNameOf({ name: `${"😀".repeat(500)}.tar.gz`, contentType });
  expect(Array.from(saved)).toHaveLength(150);
  expect(saved).toMatch(/😀\.gz$/u);
  expect(fileNameOf({ name: `a.${"b".repeat(900)}`, contentType })).toHaveLength(150);
});
