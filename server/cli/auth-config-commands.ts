/** How people may sign in, by the names that Identity Toolkit has for it. */
import { flatConfig } from "../backend-port/accounts-client-config.ts";
import type { AuthConfig, DatabaseJson } from "#lib/server-backend.ts";
import { readArguments } from "./read-arguments.ts";
import { done, refused } from "./site-command.ts";
import type { Command } from "./site-command.ts";
import { UsageError } from "./usage-error.ts";

export const authConfigCommands: readonly Command[] = [
  {
    name: "auth config",
    usage: "auth config [set NAME VALUE]",
    meaning: "Print how people may sign in, or change one part of it.",
    details: [
      "NAME    As it is printed, such as signIn.anonymous.enabled.",
      "VALUE   JSON, or a text without quotes.",
      "",
      "  auth config set signIn.anonymous.enabled true",
      "  auth config set client.permissions.disabledUserSignup true",
    ],
    needsData: true,
    parse(args) {
      const values = readArguments(args, ["do?", "name?", "value?"]);
      const { do: verb = "show", name, value } = values;
      const isShow = verb === "show" && name === undefined;
      const isSet = verb === "set" && name !== undefined && value !== undefined;
      if (!isShow && !isSet) throw new UsageError();
      if (isSet && !/^[A-Za-z]\w*(\.[A-Za-z]\w*)*$/.test(name)) {
        throw new UsageError(`${name} is not the name of a part of the configuration.`);
      }
      return { values };
    },
    // Only the name: a value may be a secret.
    act: (_site, { values = {} }) =>
      values["do"] === "set"
        ? { action: "sign-in.change-config", details: { name: values["name"] ?? "" } }
        : undefined,
    async run({ backend }, { values = {} }) {
      const { do: verb = "show", name = "", value = "" } = values;
      if (verb === "show") return done(...describe(await backend.authConfig()));
      const config = await backend.setAuthConfig({ [name]: parseValue(value) });
      return done(...describe(config).filter((line) => line.startsWith(name)));
    },
  },
  {
    name: "auth rotate-key",
    usage: "auth rotate-key",
    meaning:
      "For an emergency: sign tokens with a new key at once; everybody's tokens are renewed.",
    details: [
      "Keys change by themselves. This is for a key that somebody else may have: what it signed is",
      "refused from now on, and who is signed in goes on with a new token.",
    ],
    needsData: true,
    parse: (args) => ({ values: readArguments(args, []) }),
    act: ({ embedded }) => (embedded === undefined ? undefined : { action: "sign-in.rotate-key" }),
    async run({ embedded }) {
      if (embedded === undefined) return refused("With Firebase, Google changes the keys.");
      await embedded.rotateSigningKey();
      return done("Tokens are signed with a new key; what the old one signed is refused.");
    },
  },
];

function describe(config: AuthConfig): string[] {
  return flatConfig(config).map(([path, value]) => `${path} ${JSON.stringify(value)}`);
}

function parseValue(text: string): DatabaseJson {
  try {
    return JSON.parse(text) as DatabaseJson;
  } catch {
    // Not JSON is a text that nobody wanted to put quotes around.
    return text;
  }
}
