import { testDatabaseHttp } from "./testing/database-http-cases.ts";
import { openEmbeddedSite } from "./testing/live-site.ts";

testDatabaseHttp(openEmbeddedSite);
