import { testDatabaseHttp } from "./testing/database-http-cases.ts";
import { openHostedSite } from "./testing/live-site.ts";

testDatabaseHttp(openHostedSite);
