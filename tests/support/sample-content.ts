/** What the starter content says, read from where the server reads it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

function read(name: string): unknown {
  const path = join(import.meta.dirname, "../../content", `${name}.json`);
  return JSON.parse(readFileSync(path, "utf8"));
}

type Resume = {
  basics: { name: string; email: string; summary: string };
  work: { name: string; position: string; highlights: string[] }[];
};
type Project = {
  slug: string;
  title: string;
  summary: string;
  tags: string[];
  gallery: unknown[];
  hidden?: boolean;
};
type Certificate = { title: string; issuer: string };
type FoodPost = { slug: string; title: string; summary: string; tags: string[] };
type FoodWish = { title: string; notes?: string };
type Profile = { tagline: string; values: { title: string; text: string }[] };

export const sampleResume = read("resume") as Resume;
export const sampleProfile = read("profile") as Profile;
export const sampleCertificates = Object.values(
  read("certificates") as Record<string, Certificate>,
);
/** The last visit first, as the blog has them. */
export const sampleFoodPosts = Object.values(
  read("food-posts") as Record<string, FoodPost & { visitedOn: string }>,
).toSorted((a, b) => (a.visitedOn < b.visitedOn ? 1 : -1));
export const sampleWishes = Object.values(read("food-wishlist") as Record<string, FoodWish>);
const projects = Object.values(read("projects") as Record<string, Project>);
export const shownProjects = projects.filter((project) => project.hidden !== true);
export const hiddenProjects = projects.filter((project) => project.hidden === true);
