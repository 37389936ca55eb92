import { openEmbeddedSite } from "../records/testing/live-site.ts";
import { testJournalSource } from "./testing/journal-source-cases.ts";

testJournalSource(openEmbeddedSite);
