import { describe, expect, test } from "vitest";
import { openContent, removeOrphanedContent } from "~/domain/engagement/attachment-content.server";
import { boundsOfMonth, isMonth, monthAfter } from "~/domain/engagement/rules";
import { countChunks, insertEngagement, insertEngagementAttachment } from "../support/arrange";
import { openPortal } from "../support/portal";

const CHUNKS = ["first ", "second ", "third"].map((text) => Buffer.from(text));
const SIZE = Buffer.concat(CHUNKS).length;

describe("an attachment's bytes", () => {
  test("are read one chunk at a time, and only on request", async () => {
    const portal = await openPortal();
    const id = insertEngagementAttachment(portal, insertEngagement(portal), CHUNKS);
    const { sizeBytes, stream } = openContent(portal.db, id, SIZE);
    expect(sizeBytes).toBe(SIZE);
    const reader = stream.getReader();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe("first ");
    // The server has not read the third chunk yet, so this change is visible.
    portal.db.$client.exec("UPDATE engagement_attachment_chunk SET bytes = x'4c41544552' WHERE position = 2");
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe("second ");
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe("LATER");
    expect((await reader.read()).done).toBe(true);
  });

  test("end with an error, and not early, if the attachment is deleted meanwhile", async () => {
    const portal = await openPortal();
    const id = insertEngagementAttachment(portal, insertEngagement(portal), CHUNKS);
    const reader = openContent(portal.db, id, SIZE).stream.getReader();
    await reader.read();
    portal.db.$client.exec("DELETE FROM engagement_attachment");
    await expect(reader.read()).rejects.toThrow("is gone");
  });

  test("without an attachment are removed, and no others", async () => {
    const portal = await openPortal();
    const id = insertEngagementAttachment(portal, insertEngagement(portal), CHUNKS);
    portal.db.$client.exec("INSERT INTO engagement_attachment_chunk VALUES ('nobody', 0, x'00'), ('nobody', 1, x'00')");
    expect(removeOrphanedContent(portal.db)).toBe(2);
    expect(countChunks(portal)).toBe(CHUNKS.length);
    expect(portal.db.query.engagementAttachmentChunk.findFirst().sync()).toMatchObject({ attachmentId: id });
  });
});

describe("a month", () => {
  test.each(["2026-01", "2026-12", "0001-01", "9999-12"])("can be %s", (text) => {
    expect(isMonth(text)).toBe(true);
  });
  test.each(["2026-00", "2026-13", "2026-1", "March 2026", "2026-03-01", ""])("cannot be %j", (text) => {
    expect(isMonth(text)).toBe(false);
  });
  test.each([
    ["2026-03", 1, "2026-04"],
    ["2026-12", 1, "2027-01"],
    ["2026-01", -1, "2025-12"],
    ["9999-12", 1, null],
    ["0000-01", -1, null],
    ["0001-01", -1, "0000-12"],
  ])("%s, %d further, is %j", (month, step, expected) => {
    expect(monthAfter(month, step)).toBe(expected);
  });

  test("includes its first and last day, and no others", () => {
    const { first, last } = boundsOfMonth("2026-02");
    const within = (day: string) => first <= `${day}T00:00:00.000Z` && `${day}T00:00:00.000Z` <= last;
    expect(["2026-01-31", "2026-02-01", "2026-02-28", "2026-03-01"].map(within)).toEqual([false, true, true, false]);
  });
});
