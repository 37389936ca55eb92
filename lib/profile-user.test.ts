import { expect, test } from "vitest";
import { profileUser } from "./profile-user.ts";

const resumeWith = (...profiles: { network?: string; username?: string; url?: string }[]) => ({
  basics: { profiles },
});

test("the user is who the profile of that network names", () => {
  const resume = resumeWith(
    { network: "Mastodon", username: "ada" },
    { network: " GitHub ", username: "@ada-l" },
    { network: "LeetCode", username: "ada_l" },
  );
  expect(profileUser(resume, "github")).toBe("ada-l");
  expect(profileUser(resume, "leetcode")).toBe("ada_l");
});

test("without a user name the address names them", () => {
  const resume = resumeWith(
    { network: "Code", url: "https://www.github.com/ada?tab=repositories" },
    { network: "Puzzles", url: "https://leetcode.com/u/ada_l/" },
  );
  expect(profileUser(resume, "github")).toBe("ada");
  expect(profileUser(resume, "leetcode")).toBe("ada_l");
});

test("what is no name of a user is none", () => {
  expect(profileUser(null, "github")).toBeUndefined();
  expect(profileUser(resumeWith({ network: "GitHub" }), "github")).toBeUndefined();
  const hostile = [
    { network: "GitHub", username: "../../etc" },
    { network: "GitHub", username: "a/b", url: "https://github.com.evil.example/ada" },
    { network: "Code", url: "https://github.com/" },
    { network: "Code", url: "no address" },
  ];
  expect(profileUser(resumeWith(...hostile), "github")).toBeUndefined();
});
