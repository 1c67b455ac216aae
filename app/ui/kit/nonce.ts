import { createContext } from "react";

/** The nonce of this response's scripts. Only the server knows it; in the browser it is empty. */
export const NonceContext = createContext("");
