#!/bin/sh
# Writes the gateway's settings from its environment, then becomes nginx. `--settings-only` stops before that.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
. "$here/settings.sh"

AREAS='company ads social agents'

read_port PORT 8080
port=$value
read_port TLS_PORT 8443
tls_port=$value
read_value BRAND Storeward
brand=$value
read_value DEMONSTRATION ''
matches "$value" '(yes|no)?' || refuse "DEMONSTRATION is '$value': set it to yes to offer the demonstration users at the login, or leave it out."
demonstration=$value

# Where the areas' manifests are for a browser: an empty value is an area that is not deployed.
remotes=''
origins=''
for area in $AREAS; do
  name="REMOTE_$(echo "$area" | tr 'a-z' 'A-Z')_URL"
  eval "is_set=\${$name+yes}"
  read_value "$name" ''
  [ "${is_set:-}" = yes ] || value="/remotes/$area/mf-manifest.json"
  [ -n "$value" ] || continue
  if matches "$value" "$ORIGIN([/?][A-Za-z0-9._~!&()*+,=:@%/?-]*)?"; then
    origin=$(origin_of "$value")
    case " $origins " in *" $origin "*) ;; *) origins="$origins $origin" ;; esac
  elif ! matches "$value" '/([A-Za-z0-9._~!&()*+,=:@%?-][A-Za-z0-9._~!&()*+,=:@%/?-]*)?'; then
    refuse "$name is '$value': set it to an http(s) address or a path from '/', to nothing for an area that is not deployed, or leave it out."
  fi
  remotes="$remotes${remotes:+,}$(json "$area"):$(json "$value")"
done

# The hash of the document's one inline script, from its build.
read -r script_hash <"$here/files/head-script.sha256" || refuse "The file $here/files/head-script.sha256 cannot be read: this image has no console in it."
matches "$script_hash" 'sha256-[A-Za-z0-9+/]{43}=' || refuse "The file $here/files/head-script.sha256 holds no hash of a script: build the image anew."

# Where this gateway finds what it stands before. Names are asked for anew every few seconds.
SERVER="$HOST_NAME:[0-9]{1,5}"
read_list API_UPSTREAM api:8080 "$SERVER" api:8080
services=$value
upstreams=''
for area in $AREAS; do
  read_list "REMOTE_$(echo "$area" | tr 'a-z' 'A-Z')_UPSTREAM" "remote-$area:8080" "$SERVER" "remote-$area:8080"
  case $value in *' '*) refuse "REMOTE_$(echo "$area" | tr 'a-z' 'A-Z')_UPSTREAM names more than one server: set it to one." ;; esac
  upstreams="$upstreams  $area $value;
"
done
own_resolver=$(sed -n 's/^nameserver[[:space:]]*\([^[:space:]]*\).*/\1/p' /etc/resolv.conf 2>/dev/null | head -n 1)
case $own_resolver in *:*) own_resolver="[$own_resolver]" ;; esac
read_list RESOLVER "$own_resolver" "$HOST_NAME(:[0-9]{1,5})?" 127.0.0.11
resolver=$value

# A certificate that is given is used; half of one is a mistake.
read_value CERTIFICATE_FILE /run/certificate/fullchain.pem
certificate=$value
read_value CERTIFICATE_KEY_FILE /run/certificate/privkey.pem
key=$value
has_tls=no
if [ -e "$certificate" ] || [ -e "$key" ] || [ -n "${CERTIFICATE_FILE-}${CERTIFICATE_KEY_FILE-}" ]; then
  for file in "$certificate" "$key"; do
    matches "$file" '/[A-Za-z0-9._/-]+' || refuse "The certificate's path '$file' holds other characters than letters, digits, '.', '_', '-' and '/': move it."
    [ -r "$file" ] || refuse "There is no certificate at $file that this user may read: CERTIFICATE_FILE and CERTIFICATE_KEY_FILE name both halves."
  done
  has_tls=yes
fi

# Whose X-Forwarded-For is believed: nobody's but that of the proxies named here. A terminator before a gateway that
# has a certificate of its own would be a second one, so TERMINATOR_ADDRESS then counts for nothing.
read_list TRUSTED_PROXIES '' "$ADDRESS" 10.0.0.5
trusted=$value
read_list TERMINATOR_ADDRESS '' "$ADDRESS" 10.213.77.1
[ $has_tls = yes ] || trusted="$trusted $value"

prepare gateway.conf
for file in "$here/files/index."????????????.html; do
  page_file=${file##*/}
  [ ! -e "$file" ] || make_deltas "$file"
done
{
  [ -z "$resolver" ] || echo "resolver $resolver valid=5s;"
  case $services in
    *' '*)
      echo 'upstream several-services {'
      # One that was replaced is asked again at once; one that is away costs a refused connection.
      for server in $services; do echo "  server $server max_fails=0;"; done
      # A process that ends waits longer than this for a connection that is idle (KEPT_MS in api/src/http/draining.ts), so
      # that no request meets the end of one.
      echo '  keepalive 32;'
      echo '  keepalive_timeout 1s;'
      echo '}'
      ;;
  esac
  echo 'map $area $remote {'
  printf %s "$upstreams"
  echo '}'
  echo 'geo $realip_remote_addr $is_trusted {'
  echo '  default 0;'
  for proxy in $trusted; do echo "  $proxy 1;"; done
  echo '}'
  for proxy in $trusted; do echo "set_real_ip_from $proxy;"; done
  echo 'real_ip_header X-Forwarded-For;'
  echo 'real_ip_recursive on;'
  echo 'map "$is_trusted $http_x_forwarded_proto" $forwarded_scheme {'
  echo "  '1 https' https;"
  echo "  '1 http' http;"
  echo '  default $scheme;'
  echo '}'
  if [ $has_tls = yes ]; then
    echo 'server {'
    echo "  listen $port;"
    echo '  location = /nginx-health { return 200; }'
    echo '  location / { return 301 https://$host$request_uri; }'
    echo '}'
  fi
} >"$run/http.conf"
if [ $has_tls = yes ]; then
  {
    # The word moved with nginx 1.25.1.
    version=$(nginx -v 2>&1 | sed -n 's#.*nginx/\([0-9]*\)\.\([0-9]*\)\..*#\1\2#p')
    if [ "${version:-130}" -ge 126 ]; then
      echo "listen $tls_port ssl;"
      echo 'http2 on;'
    else
      echo "listen $tls_port ssl http2;"
    fi
    echo "ssl_certificate $certificate;"
    echo "ssl_certificate_key $key;"
    echo 'ssl_protocols TLSv1.2 TLSv1.3;'
    echo 'ssl_session_cache shared:tls:10m;'
  } >"$run/listen.conf"
else
  echo "listen $port;" >"$run/listen.conf"
fi
{
  # The same that the service says when it serves the console alone (api/src/http/security-headers.ts, web.ts).
  echo "set \$policy \"default-src 'self'; script-src 'self'$origins '$script_hash'; style-src 'self' 'unsafe-inline'$origins; img-src 'self' data:; connect-src 'self'$origins; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'\";"
  echo "set \$page_file $page_file;"
  case $services in
    *' '*) echo 'set $service several-services;' ;;
    *) echo "set \$service $services;" ;;
  esac
} >"$run/values.conf"
{
  printf '{"brand":%s,"remotes":{%s}' "$(json "$brand")" "$remotes"
  [ "$demonstration" != yes ] || printf ',"demonstration":%s' "$(cat "$here/demonstration.json")"
  echo '}'
} >"$run/site/config.json"

become_nginx "$@"
