#!/bin/sh
# Runs a command of Anticipa; NODE names another Node.js than the first in the path.
here=$(dirname "$(readlink -f "$0")")
node=${NODE:-node}
if ! "$node" -e 'process.exit(Number(process.versions.node.split(".")[0] < 24))' 2>/dev/null; then
  echo "Anticipa needs Node.js 24 or newer; '$node' is $("$node" --version 2>/dev/null || echo missing)." >&2
  exit 1
fi
export NODE_ENV="${NODE_ENV:-production}"
exec "$node" --disable-warning=ExperimentalWarning --expose-gc "$here/server/main.js" "$@"
