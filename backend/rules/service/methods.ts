/** All functions and methods of Firestore and Storage rules: https://firebase.google.com/docs/reference/rules. */
import { bytesDefinitions } from "./bytes.ts";
import { collectionDefinitions } from "./collections.ts";
import { collect } from "./definition.ts";
import { numberDefinitions } from "./numbers.ts";
import { placeDefinitions } from "./places.ts";
import { textDefinitions } from "./text.ts";
import { timeDefinitions } from "./time.ts";

/** By name: `.size` for a method, `[:]` for a slice, `math.abs` and `int` for functions. */
export const serviceDefinitions = collect([
  ...textDefinitions,
  ...collectionDefinitions,
  ...bytesDefinitions,
  ...numberDefinitions,
  ...timeDefinitions,
  ...placeDefinitions,
]);
