import { expect, test } from "vitest";
import { parseLink, pathOnSite } from "./mail-link.ts";

const origin = "https://ada.example";
const parse = (query: string) => parseLink(query, origin);

test("a link says what it is for, and where to go on", () => {
  const query =
    "?mode=signIn&oobCode=a_b-c&apiKey=k&lang=en&continueUrl=https%3A%2F%2Fada.example%2FSettings%3Fa%3D1";
  expect(parse(query)).toEqual({ mode: "signIn", code: "a_b-c", returnTo: "/Settings?a=1" });
  expect(parse("?mode=resetPassword&oobCode=x")).toMatchObject({ returnTo: "/" });
});

test("a link that has lost a part is told from a whole one", () => {
  const damaged = [
    "?mode=resetPassword",
    "?oobCode=x",
    "?mode=resetPassword&oobCode=",
    "?mode=other&oobCode=x",
    "?mode=&oobCode=",
    `?mode=signIn&oobCode=${"x".repeat(1001)}`,
  ];
  for (const query of damaged) expect(parse(query), query).toBe("damaged");
});

test("a link leads to no other site", () => {
  const elsewhere = [
    "https://evil.example/",
    "https://ada.example.evil.example/",
    "https://ada.example@evil.example/",
    "http://ada.example/",
    "https://ada.example:8443/",
    "https://ada.example//evil.example/",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "",
  ];
  for (const address of elsewhere) expect(pathOnSite(address, origin), address).toBe("/");
  expect(pathOnSite("https://ada.example/Chat#room", origin)).toBe("/Chat#room");
  expect(pathOnSite("https://ada.example/forgot-password?mode=signIn", origin)).toBe("/");
});
