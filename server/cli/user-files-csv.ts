/** Users in a CSV file, in the columns of `firebase auth:export --format=csv`, one at a time. */
import type { FileHandle } from "node:fs/promises";
import { type FileUser, type JsonObject, decodeText } from "./user-files-json.ts";

const columns: Record<number, string> = {
  0: "localId",
  1: "email",
  2: "emailVerified",
  3: "passwordHash",
  4: "salt",
  5: "displayName",
  6: "photoUrl",
  23: "createdAt",
  24: "lastLoginAt",
  25: "phoneNumber",
  26: "disabled",
  27: "customAttributes",
};
/** Four columns each: rawId, email, displayName, photoUrl. */
const providerColumns: Record<number, string> = {
  7: "google.com",
  11: "facebook.com",
  15: "twitter.com",
  19: "github.com",
  28: "apple.com",
  32: "microsoft.com",
  36: "gc.apple.com",
  40: "playgames.google.com",
  44: "linkedin.com",
  48: "yahoo.com",
};
const minColumns = 27;
const maxRecordChars = 256 * 1024;

/** From the file's beginning; the file stays open. @throws Error that says what is wrong with it and where. */
export async function* readCsvUsers(file: FileHandle): AsyncIterable<FileUser> {
  for await (const { line, fields } of recordsOf(file)) {
    if (fields.length < minColumns) {
      throw new Error(`Line ${line}: A user has at least ${minColumns} columns.`);
    }
    yield { line, user: toUser(fields), head: {} };
  }
}

function toUser(fields: readonly string[]): JsonObject {
  const user: JsonObject = {};
  for (const [place, name] of Object.entries(columns)) {
    const text = fields[Number(place)] ?? "";
    if (text === "" || text === "undefined") continue;
    user[name] = name === "emailVerified" || name === "disabled" ? text === "true" : text;
  }
  user["providerUserInfo"] = Object.entries(providerColumns).flatMap(([place, providerId]) => {
    const [rawId = "", email = "", displayName = "", photoUrl = ""] = fields.slice(Number(place));
    return rawId === "" ? [] : [{ providerId, rawId, email, displayName, photoUrl }];
  });
  return user;
}

/** RFC 4180: a field in quotes may hold commas, line ends and doubled quotes. */
async function* recordsOf(file: FileHandle): AsyncIterable<{ line: number; fields: string[] }> {
  let fields: string[] = [];
  let field = "";
  let chars = 0;
  let state: "plain" | "quoted" | "quote in quoted" = "plain";
  let line = 1;
  let startLine = 1;
  const isBlank = () => fields.length === 0 && field.trim() === "";
  const take = () => {
    const record = { line: startLine, fields: [...fields, field] };
    fields = [];
    field = "";
    chars = 0;
    return record;
  };
  for await (const text of decodeText(file)) {
    for (const char of text) {
      chars += 1;
      if (chars > maxRecordChars) throw new Error(`Line ${startLine}: This user is too large.`);
      if (char === "\n") line += 1;
      if (state === "quoted") {
        if (char === '"') state = "quote in quoted";
        else field += char;
      } else if (char === '"' && state === "quote in quoted") {
        field += '"';
        state = "quoted";
      } else {
        state = "plain";
        if (char === '"' && field === "") state = "quoted";
        else if (char === ",") {
          fields.push(field);
          field = "";
        } else if (char === "\n") {
          if (!isBlank()) yield take();
          field = "";
          startLine = line;
        } else if (char !== "\r") field += char;
      }
    }
  }
  if (state === "quoted") throw new Error(`Line ${startLine}: A quote has no end.`);
  if (!isBlank()) yield take();
}
