# What gateway.sh and remote.sh have in common: reading the environment strictly, writing it quoted, becoming nginx.
# Every mistake ends the start with one sentence on standard error and exit code 1.

refuse() {
  echo "$1" >&2
  exit 1
}

# read_value NAME DEFAULT: the variable without white space at both ends in $value; the default where it is empty.
read_value() {
  eval "value=\${$1-}"
  # A second line, or a hidden character, would end what it is quoted in.
  if [ "$(printf %s "$value" | LC_ALL=C tr -cd '\000-\037\177' | wc -c)" -ne 0 ]; then
    refuse "$1 holds a line break or another control character: write it in one line."
  fi
  value=$(printf %s "$value" | sed 's/^ *//; s/ *$//')
  [ -n "$value" ] || value=$2
}

# read_list NAME DEFAULT PATTERN EXAMPLE: the variable's entries, which spaces or commas part, in $value.
read_list() {
  read_value "$1" "$2"
  value=$(printf %s "$value" | tr ',' ' ')
  set -f
  for entry in $value; do
    matches "$entry" "$3" || refuse "$1 holds '$entry': set it to entries such as $4, with spaces between them."
  done
  set +f
}

read_port() {
  read_value "$1" "$2"
  matches "$value" '[0-9]{1,5}' && [ "$value" -ge 1024 ] && [ "$value" -le 65535 ] ||
    refuse "$1 is '$value': set it to a whole number from 1024 to 65535, or leave it out for $2."
}

matches() {
  printf '%s\n' "$1" | LC_ALL=C grep -Eqx -- "$2"
}

json() {
  printf '"%s"' "$(printf %s "$1" | sed 's/[\\"]/\\&/g')"
}

HOST_NAME='([A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?|\[[0-9A-Fa-f:.]+\])'
ORIGIN="https?://$HOST_NAME(:[0-9]{1,5})?"
ADDRESS='([0-9]{1,3}(\.[0-9]{1,3}){3}|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*)(/[0-9]{1,3})?'

# origin_of URL: as a browser writes it, without the port that its scheme means anyway.
origin_of() {
  printf %s "$1" | sed -E 's#^(https?://[^/?]*).*#\1#' | tr 'A-Z' 'a-z' |
    sed -E 's#^(http://.*):80$#\1#; s#^(https://.*):443$#\1#'
}

# prepare SITE: the folder that nginx runs in, with the files of $here.
prepare() {
  run=${RUN_DIR:-/tmp/console-nginx}
  mkdir -p "$run/temp" "$run/site" || refuse "The folder $run cannot be made: set RUN_DIR to one that this user may write."
  cp "$here/nginx.conf" "$run/nginx.conf"
  cp "$here/$1" "$run/site.conf"
  rm -rf "$run/files"
  mkdir "$run/files"
  ln -s "$here/files/"* "$run/files/"
  keep_superseded
}

# Pages that were open before a release go on with the files they began with: what an image holds under hashed names is
# kept in RELEASES_DIR, a volume that outlives the container, for a day after another image took its place.
keep_superseded() {
  read_value RELEASES_DIR /releases
  if ! [ -d "$value" ] || ! [ -w "$value" ]; then
    # The image's own place, where nobody mounted a volume.
    [ -n "${RELEASES_DIR-}" ] || return 0
    refuse "There is no folder $value that this user may write: set RELEASES_DIR to one, or leave it out."
  fi
  mkdir -p "$value/current" "$value/superseded"
  find "$value/superseded" -type f -mmin +1440 -exec rm -f {} +
  for file in "$value/current/"*; do
    [ -e "$file" ] || continue
    name=${file##*/}
    if [ ! -e "$here/files/$name" ]; then
      touch "$file"
      mv -f "$file" "$value/superseded/$name"
    fi
  done
  for file in "$here/files/"*; do
    name=${file##*/}
    matches "$name" '.*\.[0-9a-f]{12}\.(js|css|html)(\.(br|gz))?' || continue
    rm -f "$value/superseded/$name"
    [ -e "$value/current/$name" ] || cp "$file" "$value/current/$name"
  done
  for file in "$value/superseded/"*; do
    [ -e "$file" ] || continue
    ln -s "$file" "$run/files/${file##*/}"
    make_deltas "$file"
  done
}

# make_deltas FILE: what a browser that has this file is sent of those that took its place (RFC 9842, `dcz`), and of the
# same without a hash in its name: a head that tells which file it has, and the difference. nginx.conf finds it by the
# file's own hash, in which a `/` parts folders. Where there is no zstd, or no space, whole files are sent.
make_deltas() {
  name=${1##*/}
  kind=${name##*.}
  stem="$here/files/${name%.*.*}"
  digest=
  for new in "$stem".????????????."$kind" "$stem.$kind"; do
    [ -e "$new" ] && [ "$new" != "$1" ] && command -v zstd >/dev/null || continue
    if [ -z "$digest" ]; then
      hash=$(sha256sum "$1" | cut -c 1-64 | sed 's/../0x& /g')
      digest=$(bytes "$hash" | base64)
    fi
    delta="$run/files/${new##*/}.$digest.dcz"
    mkdir -p "${delta%/*}" &&
      { bytes "0x5e 0x2a 0x4d 0x18 0x20 0 0 0 $hash" && zstd -qq -19 -c --no-check --patch-from="$1" "$new"; } >"$delta" ||
      rm -f "$delta"
  done
}

# bytes NUMBERS: each as one byte.
bytes() {
  for byte in $1; do printf "\\$(printf %03o "$byte")"; done
}

# become_nginx [--settings-only]
become_nginx() {
  [ "${1-}" != --settings-only ] || exit 0
  exec nginx -e stderr -p "$run/" -c "$run/nginx.conf" -g 'daemon off;'
}
