/**
 * What a page shows, as JSON-LD in the words of https://schema.org: objects of one graph, joined by their `@id`.
 * Lists are cut: they are for finding the pages, and each page says the rest itself.
 */
import type { PublicCertificate } from "../documents/certificate.ts";
import type { PublicProject } from "../documents/project.ts";
import type { PublicData } from "../server-backend.ts";
import type { PageFacts } from "./page-facts.ts";
import { known, owner, ownerId, ownerInBrief, webAddress } from "./person.ts";
import type { Thing } from "./person.ts";

const mostListed = 50;

export function structuredData(facts: PageFacts, data: PublicData, origin: string): Thing[] {
  const { path } = facts;
  const things = path.startsWith("/project/")
    ? project(facts, data, origin)
    : [page(facts, data, origin)];
  const isAboutOwner = ["/", "/about", "/resume"].includes(path);
  const person = isAboutOwner ? owner(data, origin) : ownerInBrief(data, origin);
  return [...things, website(data, origin), ...(person === undefined ? [] : [person])];
}

function website(data: PublicData, origin: string): Thing {
  const { resume } = data;
  return known({
    "@type": "WebSite",
    "@id": `${origin}/#website`,
    url: `${origin}/`,
    name: resume?.basics?.name || new URL(origin).host,
    inLanguage: "en",
    publisher: reference(data, origin),
  });
}

const pageTypes: Record<string, string> = {
  "/": "ProfilePage",
  "/about": "AboutPage",
  "/resume": "ProfilePage",
  "/contact": "ContactPage",
  "/project": "CollectionPage",
  "/certificates": "CollectionPage",
};

function page(
  { path, title, description, lastModified }: PageFacts,
  data: PublicData,
  origin: string,
): Thing {
  const url = origin + path;
  return known({
    "@type": pageTypes[path] ?? "WebPage",
    "@id": url,
    url,
    name: title,
    description,
    dateModified: lastModified,
    isPartOf: { "@id": `${origin}/#website` },
    mainEntity: list(path, data, origin) ?? reference(data, origin),
  });
}

function list(
  path: string,
  { projects, certificates }: PublicData,
  origin: string,
): Thing | undefined {
  if (path === "/project") {
    return itemList(projects, ({ slug, title }) => ({
      url: `${origin}/project/${slug}`,
      name: title,
    }));
  }
  if (path === "/certificates") {
    return itemList(certificates, (certificate) => ({ item: credential(certificate, origin) }));
  }
  return undefined;
}

function itemList<Item>(items: readonly Item[], entry: (item: Item) => object): Thing {
  return known({
    "@type": "ItemList",
    numberOfItems: items.length,
    itemListElement: items
      .slice(0, mostListed)
      .map((item, at) => ({ "@type": "ListItem", position: at + 1, ...entry(item) })),
  });
}

function credential(certificate: PublicCertificate, origin: string): Thing {
  const { title, description, issuer, issueDate, expiryDate, credentialId } = certificate;
  return known({
    "@type": "EducationalOccupationalCredential",
    name: title,
    description,
    url: webAddress(certificate.credentialUrl),
    image: certificate.image && origin + certificate.image.src,
    identifier: credentialId,
    dateCreated: issueDate,
    expires: expiryDate,
    recognizedBy: issuer ? { "@type": "Organization", name: issuer } : undefined,
    competencyRequired: certificate.skills,
  });
}

function project(facts: PageFacts, data: PublicData, origin: string): Thing[] {
  const found = data.projects.find(({ slug }) => facts.path === `/project/${slug}`);
  return found === undefined
    ? []
    : [creativeWork(found, facts, data, origin), breadcrumbs(facts, origin)];
}

function creativeWork(
  { title, tags, stack, startDate, cover, createTime, updateTime }: PublicProject,
  { path, description }: PageFacts,
  data: PublicData,
  origin: string,
): Thing {
  const url = origin + path;
  return known({
    "@type": "CreativeWork",
    "@id": url,
    url,
    name: title,
    description,
    image: cover && origin + cover.src,
    keywords: [...new Set([...tags, ...stack])].join(", "),
    dateCreated: startDate,
    datePublished: createTime,
    dateModified: updateTime,
    author: reference(data, origin),
    isPartOf: { "@id": `${origin}/#website` },
  });
}

function breadcrumbs({ path, title }: PageFacts, origin: string): Thing {
  const steps = [
    ["Home", "/"],
    ["Projects", "/project"],
    [title, path],
  ] as const;
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map(([name, to], at) => ({
      "@type": "ListItem",
      position: at + 1,
      name,
      item: origin + to,
    })),
  };
}

function reference(data: PublicData, origin: string): { "@id": string } | undefined {
  return ownerInBrief(data, origin) && { "@id": ownerId(origin) };
}
