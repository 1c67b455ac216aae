#!/bin/sh
# The shell of npm's scripts while they are tried under another Node: npm puts node_modules/.bin first in the PATH, and
# the packaged Node with it; this puts the other one before that.
PATH="$NEXT_NODE:$PATH" exec /bin/sh "$@"
