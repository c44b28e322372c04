#!/usr/bin/env bash
# A real PostgreSQL with pgvector on Debian 12, as root and without Docker.
#   .ci/postgres.sh start DIR PORT   starts a throw-away cluster in DIR on 127.0.0.1:PORT and prints its URL
#   .ci/postgres.sh stop DIR         stops it and removes DIR
# Debian 12 has no package of pgvector, so the source package of a newer suite is built against the
# headers of the installed PostgreSQL (some seconds). Nothing is upgraded, and the mirror is apt's own.
set -euo pipefail

PG="${PG:-15}"
bin="/usr/lib/postgresql/$PG/bin"

install_server() {
  [ -x "$bin/postgres" ] && command -v gcc >/dev/null && return
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "postgresql-$PG" gcc libc6-dev
}

build_pgvector() {
  local extension="/usr/share/postgresql/$PG/extension" library="/usr/lib/postgresql/$PG/lib"
  [ -f "$extension/vector.control" ] && [ -f "$library/vector.so" ] && return
  local work mirror version
  work="$(mktemp -d)"
  cd "$work"
  mkdir -p lists/partial none headers
  mirror() { apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v security | head -1; }
  mirror="$(mirror)"
  [ -n "$mirror" ] || { apt-get update -qq; mirror="$(mirror)"; }
  printf 'Types: deb-src\nURIs: %s\nSuites: trixie\nComponents: main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n' "$mirror" > trixie.sources
  local options=(-o "Dir::Etc::sourcelist=$work/trixie.sources" -o "Dir::Etc::sourceparts=$work/none"
    -o "Dir::State::lists=$work/lists" -o APT::Sandbox::User=root)
  apt-get "${options[@]}" update -qq
  apt-get "${options[@]}" source --download-only -qq pgvector
  local headers=(apt-get -o APT::Sandbox::User=root download -qq "postgresql-server-dev-$PG" libpq-dev)
  "${headers[@]}" || { apt-get update -qq; "${headers[@]}"; }
  for package in *.deb; do dpkg -x "$package" headers; done
  tar xf pgvector_*.orig.tar.*
  cd "$(find . -maxdepth 1 -type d -name 'pgvector*' | head -1)"
  version="$(sed -n "s/^default_version = '\(.*\)'/\1/p" vector.control)"
  gcc -shared -fPIC -O2 -ftree-vectorize -fassociative-math -fno-signed-zeros -fno-trapping-math \
    -Wno-declaration-after-statement \
    -I"$work/headers/usr/include/postgresql/$PG/server" -I"$work/headers/usr/include/postgresql/internal" \
    -I"$work/headers/usr/include/postgresql" src/*.c -lm -o vector.so
  cp sql/vector.sql "sql/vector--$version.sql"
  install -m 755 vector.so "$library/"
  install -m 644 vector.control sql/vector--*.sql "$extension/"
  rm -rf "$work"
}

as_postgres() { runuser -u postgres -- "$@"; }

start() {
  local dir="$1" port="$2"
  install_server >&2
  (build_pgvector) >&2
  mkdir -p "$dir"
  chown postgres "$dir"
  as_postgres "$bin/initdb" -D "$dir/data" -A trust -E UTF8 --locale=C.UTF-8 >/dev/null
  printf "port=%s\nlisten_addresses='127.0.0.1'\nunix_socket_directories='%s'\nshared_buffers=512MB\nmax_connections=200\n" \
    "$port" "$dir" >> "$dir/data/postgresql.conf"
  as_postgres "$bin/pg_ctl" -D "$dir/data" -l "$dir/log" -w start >/dev/null
  echo "postgres://postgres@127.0.0.1:$port/postgres"
}

case "${1-}" in
  start) start "$2" "$3" ;;
  stop)
    as_postgres "$bin/pg_ctl" -D "$2/data" -m fast -w stop >/dev/null
    rm -rf "$2"
    ;;
  *)
    sed -n '2,6p' "$0" >&2
    exit 2
    ;;
esac
