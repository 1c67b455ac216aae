import { sql } from "drizzle-orm";

/**
 * SQL of whether a row of `submission` waits for an answer of its organization: the newest question is newer than the
 * organization's messages and the government's answer. Questions have an index, so rows without one cost little.
 */
export const hasOpenQuestion = sql<boolean>`(submission.status <> 'ARCHIVED' AND coalesce((
  SELECT NOT EXISTS (
      SELECT 1 FROM submission_message AS later
      WHERE later.submission_id = question.submission_id AND later.side = 'INDUSTRY'
        AND (later.created_at, later.id) > (question.created_at, question.id))
    AND NOT EXISTS (
      SELECT 1 FROM submission_outcome AS answer
      WHERE answer.id = submission.outcome_id AND answer.sent_at > question.created_at)
  FROM submission_message AS question
  WHERE question.submission_id = submission.id AND question.asks_answer = 1
  ORDER BY question.created_at DESC LIMIT 1), 0))`.mapWith(Boolean);
