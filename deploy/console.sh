#!/bin/sh
# The operator's command line in the api image: `console serve`, `console user create …`.
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
exec node --enable-source-maps --disable-warning=ExperimentalWarning "$here/api/dist/src/main.js" "$@"
