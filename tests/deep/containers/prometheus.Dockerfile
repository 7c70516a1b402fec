# Debian's Prometheus with the paths and the account of prom/prometheus.
FROM node:22-bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends prometheus && rm -rf /var/lib/apt/lists/* \
  && install -d -o nobody -g nogroup /prometheus
WORKDIR /prometheus
VOLUME /prometheus
USER nobody
ENTRYPOINT ["/usr/bin/prometheus"]
