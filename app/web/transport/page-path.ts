/**
 * The path of the page that a path asks for. Remix in the browser asks for a page's data with `.data` at the end, and for that
 * of the first page as `/_root.data`.
 */
export const pagePathOf = (pathname: string): string => pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
