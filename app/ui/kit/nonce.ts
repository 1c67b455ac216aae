import { createContext } from "react";

/** The nonce of this response's scripts. Known while the server renders; in the browser it is spent, and empty. */
export const NonceContext = createContext("");
