/* How the titles of notifications about messages begin. Mail only recognizes them, and repeats nothing of what follows. */

export const MESSAGE = "Message: ";
export const QUESTION = "Question: ";
