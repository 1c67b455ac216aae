import { createContext } from "react";

/**
 * The server's time when it read the page, so that what is said of it ("3 days left") is the same in the markup that it
 * sent and in the one that the browser makes of it.
 */
export const NowContext = createContext<Date | null>(null);
