import { expect, test } from "vitest";
import { insertCall, insertPresetTag, insertSubmission, setInterests } from "../support/arrange";
import type { PersonKey } from "../support/cast";
import { wordsOf } from "../support/markup";
import { openPortal, type Portal } from "../support/portal";

/* The counts of tags that forms suggest. */

/** "lidar" has two open calls and one follower, "radar" has a closed call and a draft, "sonar" has nothing. */
async function openTagged(): Promise<Portal> {
  const portal = await openPortal();
  for (const label of ["lidar", "radar", "sonar"]) insertPresetTag(portal, label);
  insertCall(portal, { techTags: "lidar" });
  insertCall(portal, { techTags: "lidar radars,lidar" });
  insertCall(portal, { techTags: "radar", closesAt: "2020-01-01T00:00:00.000Z" });
  insertCall(portal, { techTags: "radar", status: "DRAFT" });
  insertSubmission(portal);
  setInterests(portal, "poc", "lidar");
  return portal;
}

const suggestedTo = async (portal: Portal, person: PersonKey | null, path: string) => {
  const { text } = await portal.request(person, "GET", path);
  const [, list = ""] = /<summary>Suggested tags.*?<ul[^>]*>(.*?)<\/ul>/s.exec(text) ?? [];
  return list.split("</li>").flatMap((item) => wordsOf(item).trim() || []);
};

test.each(["/portal/submissions/new", "/portal/profile/edit", "/notifications/settings"])(
  "industry sees how many open calls have a tag, and nothing about followers: %s",
  async (path) => {
    const portal = await openTagged();
    expect(await suggestedTo(portal, "acmeAdmin", path)).toEqual(["lidar 2 open calls", "radar", "sonar"]);
    expect((await portal.request("acmeAdmin", "GET", path)).text).not.toMatch(/follower/);
  },
);

test.each(["/gov/calls/new", "/gov/submissions", "/notifications/settings"])(
  "government sees how many people follow a tag: %s",
  async (path) => {
    expect(await suggestedTo(await openTagged(), "lead", path)).toEqual(["lidar 1 follower", "radar", "sonar"]);
  },
);
