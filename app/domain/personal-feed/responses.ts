import * as z from "zod";
import { instant } from "~/values/responses";

/** Whether a person has a secret address. */
export const feedAddress = z.object({
  createdAt: instant.nullable().meta({ description: "Since when you have an address, or null." }),
});

/** A new secret address. */
export const newFeedAddress = z.object({ calendarUrl: z.url(), notificationsUrl: z.url() }).meta({
  examples: [
    {
      calendarUrl: "https://portal.example/api/feeds/personal/rT6sGk0vQ1dXn5c2wYhZ8pLbE4uFjA7mI9oKqVxNeRs/calendar.ics",
      notificationsUrl:
        "https://portal.example/api/feeds/personal/rT6sGk0vQ1dXn5c2wYhZ8pLbE4uFjA7mI9oKqVxNeRs/notifications.atom",
    },
  ],
});

export const feedAddressRevoked = z.object({
  revoked: z.boolean().meta({ description: "False if there was no address." }),
});
