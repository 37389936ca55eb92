/** Of uploads into drives: so that who counts what waits can see whether there is one. */
export const driveJobsDatabase = "foyer-drive-uploads";
