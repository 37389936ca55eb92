/** All functions and methods of Firestore and Storage rules: https://firebase.google.com/docs/reference/rules. */
import { bytesDefinitions } from "./service-bytes.ts";
import { collectionDefinitions } from "./service-collections.ts";
import { collect } from "./service-definition.ts";
import { numberDefinitions } from "./service-numbers.ts";
import { placeDefinitions } from "./service-places.ts";
import { textDefinitions } from "./service-text.ts";
import { timeDefinitions } from "./service-time.ts";

/** By name: `.size` for a method, `[:]` for a slice, `math.abs` and `int` for functions. */
export const serviceDefinitions = collect([
  ...textDefinitions,
  ...collectionDefinitions,
  ...bytesDefinitions,
  ...numberDefinitions,
  ...timeDefinitions,
  ...placeDefinitions,
]);
