import { createContext } from "react";

/** The server's time when it read the page. The server and the browser then render the same text ("3 days left"). */
export const NowContext = createContext<Date | null>(null);
