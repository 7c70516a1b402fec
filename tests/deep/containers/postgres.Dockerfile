# postgres:18 unchanged, or, where a smaller copy has that name, with Debian's PostgreSQL 18 and the part of the
# official entrypoint that the composition uses. The standby is made with pg_basebackup and psql. The packages'
# signatures are checked; the age of their list is not, because a mirror may be weeks behind.
FROM postgres:18
COPY postgres-entrypoint.sh /drill/docker-entrypoint.sh
RUN command -v docker-entrypoint.sh || { \
    echo "deb [check-valid-until=no] http://deb.debian.org/debian forky main" > /etc/apt/sources.list.d/forky.list \
    && mkdir -p /etc/postgresql-common && echo "create_main_cluster = false" > /etc/postgresql-common/createcluster.conf \
    && apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends -o Dpkg::Options::=--force-overwrite postgresql-18 \
    && rm -rf /var/lib/apt/lists/* \
    && install -d -o postgres -g postgres -m 3777 /var/run/postgresql \
    && install -m 755 /drill/docker-entrypoint.sh /usr/local/bin/; }
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/lib/postgresql/18/bin \
  PGDATA=/var/lib/postgresql/18/docker
STOPSIGNAL SIGINT
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]
