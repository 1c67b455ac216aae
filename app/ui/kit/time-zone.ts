import { createContext, useContext } from "react";

export const UTC = { id: "UTC", name: "UTC" };

/**
 * The agency's zone, in which pages show times: its name in the IANA list, and what people call it. A page that failed
 * before it knew the zone shows UTC, and says so.
 */
export const TimeZoneContext = createContext(UTC);

export const useTimeZone = (): string => useContext(TimeZoneContext).id;
