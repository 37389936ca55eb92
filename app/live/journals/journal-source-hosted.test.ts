import { openHostedSite } from "../records/testing/live-site.ts";
import { testJournalSource } from "./testing/journal-source-cases.ts";

testJournalSource(openHostedSite);
