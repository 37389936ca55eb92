/** Every part of JSON Resume 1.0 (https://jsonresume.org/schema) as fields of a form. */
import type { Field, GroupField, ListField } from "#app/parts/forms/field.ts";

const url: Field = { kind: "href", name: "url", label: "Address", placeholder: "https://" };
const summary: Field = { kind: "area", name: "summary", label: "Summary" };
const highlights: Field = {
  kind: "texts",
  name: "highlights",
  label: "Highlights",
  add: "Add a highlight",
};
const keywords: Field = { kind: "words", name: "keywords", label: "Keywords" };
const period: readonly Field[] = [
  { kind: "partial-date", name: "startDate", label: "From" },
  { kind: "partial-date", name: "endDate", label: "Until", help: "Empty: it goes on." },
];

function text(name: string, label: string, help?: string): Field {
  return { kind: "text", name, label, ...(help !== undefined && { help }) };
}

function list(
  name: string,
  label: string,
  add: string,
  titleFrom: readonly string[],
  item: readonly Field[],
): ListField {
  const itemTitle = (entry: Record<string, unknown>) =>
    titleFrom
      .map((field) => entry[field])
      .find((value): value is string => typeof value === "string" && value !== "") ?? "Untitled";
  return {
    kind: "list",
    name,
    label,
    add,
    item,
    itemTitle,
  };
}

const basicsField: GroupField = {
  kind: "group",
  name: "basics",
  label: "You",
  fields: [
    text("name", "Name", "On every page of the site."),
    text("label", "Title", "What you do, such as Engineer."),
    { kind: "email", name: "email", label: "E-mail address", help: "Anyone can see it." },
    text("phone", "Telephone"),
    { kind: "href", name: "url", label: "Website", placeholder: "https://" },
    { kind: "area", name: "summary", label: "Summary" },
    {
      kind: "group",
      name: "location",
      label: "Where",
      fields: [
        text("address", "Street", "In the resume and its files only."),
        text("postalCode", "Postal code"),
        text("city", "City"),
        text("region", "Region"),
        text("countryCode", "Country", "Two letters, such as DE."),
      ],
    },
    list(
      "profiles",
      "Profiles elsewhere",
      "Add a profile",
      ["network", "username", "url"],
      [text("network", "Network"), text("username", "User name"), url],
    ),
  ],
};

const partFields: readonly ListField[] = [
  list(
    "work",
    "Work",
    "Add a position",
    ["position", "name"],
    [
      text("position", "Position"),
      text("name", "Employer"),
      text("location", "Place"),
      text("description", "What the employer does"),
      url,
      ...period,
      summary,
      highlights,
    ],
  ),
  list(
    "education",
    "Education",
    "Add education",
    ["area", "institution"],
    [
      text("institution", "Institution"),
      text("area", "Subject"),
      text("studyType", "Degree"),
      text("score", "Grade"),
      url,
      ...period,
      { kind: "texts", name: "courses", label: "Courses", add: "Add a course" },
    ],
  ),
  list(
    "skills",
    "Skills",
    "Add a skill",
    ["name"],
    [text("name", "Name"), text("level", "Level"), keywords],
  ),
  list(
    "projects",
    "Projects",
    "Add a project",
    ["name"],
    [
      text("name", "Name"),
      text("entity", "For whom"),
      text("type", "Kind"),
      { kind: "area", name: "description", label: "Description" },
      url,
      ...period,
      { kind: "words", name: "roles", label: "Roles" },
      keywords,
      highlights,
    ],
  ),
  list(
    "certificates",
    "Certificates",
    "Add a certificate",
    ["name"],
    [
      text("name", "Name"),
      text("issuer", "Issuer"),
      { kind: "partial-date", name: "date", label: "Date" },
      url,
    ],
  ),
  list(
    "languages",
    "Languages",
    "Add a language",
    ["language"],
    [text("language", "Language"), text("fluency", "Fluency")],
  ),
  list(
    "awards",
    "Awards",
    "Add an award",
    ["title"],
    [
      text("title", "Title"),
      text("awarder", "Given by"),
      { kind: "partial-date", name: "date", label: "Date" },
      summary,
    ],
  ),
  list(
    "publications",
    "Publications",
    "Add a publication",
    ["name"],
    [
      text("name", "Name"),
      text("publisher", "Publisher"),
      { kind: "partial-date", name: "releaseDate", label: "Date" },
      url,
      summary,
    ],
  ),
  list(
    "volunteer",
    "Volunteer work",
    "Add volunteer work",
    ["position", "organization"],
    [
      text("position", "Position"),
      text("organization", "Organisation"),
      url,
      ...period,
      summary,
      highlights,
    ],
  ),
  list("interests", "Interests", "Add an interest", ["name"], [text("name", "Name"), keywords]),
  list(
    "references",
    "References",
    "Add a reference",
    ["name"],
    [text("name", "Name"), { kind: "area", name: "reference", label: "What they say" }],
  ),
];

export const resumeFields: readonly Field[] = [basicsField, ...partFields];
