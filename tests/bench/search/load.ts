import { makeDatabase } from "./database";

/*
 * A program of its own, so that what loading leaves behind in memory is not measured with the search.
 */
const [path, records] = process.argv.slice(2);
await makeDatabase(path as string, Number(records));
