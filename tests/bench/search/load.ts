import { makeDatabase } from "./database";

/* A separate program, so that memory left over from loading does not count for the search. */
const [path, records] = process.argv.slice(2);
await makeDatabase(path as string, Number(records));
