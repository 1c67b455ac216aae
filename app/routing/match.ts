import type { MatchReason } from "#db/enumerations";
import { tagsAmong } from "~/values/tags";

/** A government user who may be matched: by interests, or as the author of the submission's call. */
export interface Follower {
  userId: string;
  /** Normalized tags. */
  interests: readonly string[];
}

export interface Match {
  userId: string;
  reason: MatchReason;
  matchedTags: string[];
}

/**
 * Finds who gets a submission, and why: everyone who follows one of its tags or of its call's, compared as whole tags,
 * and always the call's author.
 */
export function matchSubmission(
  tags: readonly string[],
  callAuthorId: string | null,
  followers: readonly Follower[],
): Match[] {
  const wanted = new Set(tags);
  const matches = new Map<string, Match>();
  for (const { userId, interests } of followers) {
    const matchedTags = tagsAmong(interests, wanted);
    if (matchedTags.length > 0) matches.set(userId, { userId, reason: "TAG", matchedTags });
  }
  if (callAuthorId !== null) {
    const matchedTags = matches.get(callAuthorId)?.matchedTags ?? [];
    matches.set(callAuthorId, { userId: callAuthorId, reason: "CALL_AUTHOR", matchedTags });
  }
  return [...matches.values()];
}
