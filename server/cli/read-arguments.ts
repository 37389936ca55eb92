import { parseArgs } from "node:util";
import { UsageError } from "./usage-error.ts";

/**
 * Arguments by their names.
 * @param named those without a dash, in their order; with `?` behind them they may be missing.
 * @param options `name: true` takes a value, `false` takes none and is then "yes".
 * @throws UsageError
 */
export function readArguments(
  args: readonly string[],
  named: readonly string[],
  options: Readonly<Record<string, boolean>> = {},
): Record<string, string> {
  const { values, positionals } = parse(args, options);
  const least = named.filter((name) => !name.endsWith("?")).length;
  if (positionals.length < least || positionals.length > named.length) throw new UsageError();
  const read: Record<string, string> = {};
  for (const [index, text] of positionals.entries()) {
    read[named[index]?.replace("?", "") ?? ""] = text;
  }
  for (const [name, value] of Object.entries(values)) {
    if (value === "") throw new UsageError(`--${name} needs a value.`);
    read[name] = typeof value === "string" ? value : "yes";
  }
  return read;
}

function parse(args: readonly string[], options: Readonly<Record<string, boolean>>) {
  const types = Object.entries(options).map(([name, takesValue]) => [
    name,
    { type: takesValue ? "string" : "boolean" } as const,
  ]);
  try {
    return parseArgs({
      args: [...args],
      options: Object.fromEntries(types) as Record<string, { type: "string" | "boolean" }>,
      allowPositionals: true,
    });
  } catch (error) {
    // Its advice behind the first sentence is for who writes a program.
    const [fault = ""] = (error as Error).message.split(/\. |\n/);
    throw new UsageError(fault.endsWith(".") ? fault : `${fault}.`);
  }
}
