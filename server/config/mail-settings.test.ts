import { expect, test } from "vitest";
import { readMailSettings } from "./mail-settings.ts";

function read(url: string, from = "site@example.com") {
  const faults: string[] = [];
  return { settings: readMailSettings({ url, from }, faults), faults };
}

test("without a mail server there is none, and a sender alone is a mistake", () => {
  expect(read("", "")).toEqual({ settings: undefined, faults: [] });
  expect(read("", "site@example.com").faults).toHaveLength(1);
});

test("mail leaves this machine encrypted only", () => {
  expect(read("smtps://mail.example.com").settings).toMatchObject({ port: 465, tls: "implicit" });
  expect(read("smtp://mail.example.com").settings).toMatchObject({ port: 587, tls: "starttls" });
  expect(read("smtp://10.0.0.7:25").settings).toMatchObject({ port: 25, tls: "starttls" });
  for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
    expect(read(`smtp://${host}:2525`).settings).toMatchObject({ port: 2525, tls: "none" });
  }
  expect(read("smtp://[::1]").settings?.host).toBe("::1");
});

test("name and password are read as they are written in an address", () => {
  const { settings } = read("smtps://ada%40example.com:p%2Fw%3A1@mail.example.com");
  expect(settings?.auth).toEqual({ user: "ada@example.com", pass: "p/w:1" });
  expect(read("smtps://mail.example.com").settings?.auth).toBeUndefined();
});

test("the sender may have a name", () => {
  const sender = (text: string) => read("smtps://mail.example.com", text).settings?.from;
  expect(sender("site@example.com")).toEqual({ name: undefined, address: "site@example.com" });
  expect(sender("Ada’s site <site@example.com>")).toEqual({
    name: "Ada’s site",
    address: "site@example.com",
  });
  expect(sender("root@localhost")?.address).toBe("root@localhost");
});

test("a wrong server or sender is one sentence each, without what was written", () => {
  const wrong = [
    "mail.example.com",
    "https://user:hunter2@mail.example.com",
    "smtp://user:hunter2@mail.example.com/path",
    "smtp://user:hunter2@mail.example.com?tls=off",
    "smtp://user@mail.example.com",
    "smtp://user:hunter%2@mail.example.com",
    "smtp://",
  ];
  for (const url of wrong) {
    const { settings, faults } = read(url);
    expect(settings, url).toBeUndefined();
    expect(faults, url).toEqual([expect.stringMatching(/^FOYER_SMTP_URL is wrong/)]);
    expect(faults.join(), url).not.toContain("hunter2");
  }
  const senders = ["", "Ada", "Ada <>", "a@b.c, d@e.f", "A <a@b.c> <d@e.f>", "A\r\nBcc: x <a@b.c>"];
  for (const from of senders) {
    expect(read("smtps://mail.example.com", from).faults, from).toEqual([
      expect.stringMatching(/^FOYER_MAIL_FROM must be/),
    ]);
  }
});
