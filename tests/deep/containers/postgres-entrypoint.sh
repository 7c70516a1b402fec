#!/bin/sh
# What the composition uses of the official image's entrypoint: a first start makes the database, then runs the scripts that
# are mounted, on a server that answers on its socket only.
set -e
[ "$1" = postgres ] || exec "$@"
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" && chown -R postgres /var/lib/postgresql && chmod 700 "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" > /tmp/password
  initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256
  rm /tmp/password
  echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >> "$PGDATA/postgresql.conf"
  pg_ctl -w -o "-c listen_addresses=''" start
  psql -U "$POSTGRES_USER" -d postgres -c "CREATE DATABASE \"$POSTGRES_DB\""
  for script in /docker-entrypoint-initdb.d/*.sh; do
    if [ -e "$script" ]; then . "$script"; fi
  done
  pg_ctl -w -m fast stop
fi
exec "$@"
