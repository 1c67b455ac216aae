#!/bin/sh
# Runs npm's scripts under another Node. npm puts node_modules/.bin first in the PATH, which has the packaged Node. This
# script puts the other Node before it.
PATH="$NEXT_NODE:$PATH" exec /bin/sh "$@"
