# Debian's Caddy, of the version that docker-compose.yml names, and Debian's Pebble, an authority that issues certificates
# as Let's Encrypt does. The packages' signatures are checked; the age of their list is not, because a mirror may be
# weeks behind. Only their programs are taken, so nothing of the base is replaced.
FROM node:22-bookworm-slim
RUN echo "deb [check-valid-until=no] http://deb.debian.org/debian forky main" > /etc/apt/sources.list.d/forky.list \
  && apt-get update \
  && cd /tmp && apt-get download caddy/forky pebble/forky \
  && for file in *.deb; do dpkg-deb -x "$file" /tmp/files; done \
  && install /tmp/files/usr/bin/caddy /tmp/files/usr/bin/pebble /usr/bin/ \
  && rm -rf /tmp/* /var/lib/apt/lists/*
