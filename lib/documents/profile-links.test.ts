import { expect, test } from "vitest";
import { profileLinks } from "./profile-links.ts";

test("a profile is named by its network, else its user name, else its address; what is no safe link is left out", () => {
  const profiles = [
    { network: "Code", username: "ada", url: "https://code.example/ada" },
    { network: "", username: "ada", url: "https://notes.example/ada" },
    { url: "https://photos.example/ada" },
    { network: "Trap", url: "javascript:alert(1)" },
    { network: "Nowhere" },
  ];
  expect(profileLinks({ basics: { profiles } })).toEqual([
    { label: "Code", url: "https://code.example/ada" },
    { label: "ada", url: "https://notes.example/ada" },
    { label: "https://photos.example/ada", url: "https://photos.example/ada" },
  ]);
  expect(profileLinks(null)).toEqual([]);
});
