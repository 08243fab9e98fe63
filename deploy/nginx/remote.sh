#!/bin/sh
# Serves one area's files: reads PORT and ALLOWED_ORIGINS, then becomes nginx. `--settings-only` stops before that.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
. "$here/settings.sh"

read_port PORT 8080
port=$value
# The console's own origins, where this remote does not lie behind its gateway.
read_list ALLOWED_ORIGINS '' "$ORIGIN" https://console.example
origins=$value

prepare remote.conf
echo "listen $port;" >"$run/listen.conf"
{
  echo 'map $http_origin $allowed_origin {'
  echo "  default '';"
  for origin in $origins; do echo "  '$(origin_of "$origin")' \$http_origin;"; done
  echo '}'
} >"$run/http.conf"

become_nginx "$@"
