# One image for the web server, the worker, the migrations and the operator's commands; the command decides which it is.
# docker build --build-arg COMMIT=$(git rev-parse --short HEAD) -t groundswell .
# A release names the base by its digest (.github/workflows/release.yml).
ARG NODE_IMAGE=node:22-bookworm-slim
FROM ${NODE_IMAGE} AS packages
WORKDIR /shop
COPY package.json package-lock.json ./
# No package runs a script of its own while it is installed; esbuild alone needs one, which places its program.
RUN npm ci --ignore-scripts --no-audit --no-fund && npm rebuild esbuild && npm cache clean --force

# Holds the sources and all packages: the emulators run from it (lib/local/compose.try.yml).
FROM packages AS build
COPY . .
# The pages are prerendered from the first catalogue; the shop makes them again when it starts.
ENV APP_MODE=live NEXT_TELEMETRY_DISABLED=1
RUN npx prisma generate \
  && NEXT_PRIVATE_STANDALONE=1 npm run build \
  && node lib/operator/commands/collect-image.mjs /image \
  && rm -rf .next

FROM ${NODE_IMAGE}
ARG COMMIT=
ARG SOURCE=
ARG CREATED=
ARG NODE_IMAGE
LABEL org.opencontainers.image.title="Groundswell" \
  org.opencontainers.image.description="A shop that sells followers, likes and views" \
  org.opencontainers.image.version="1.2.0-dev" \
  org.opencontainers.image.revision="${COMMIT}" \
  org.opencontainers.image.source="${SOURCE}" \
  org.opencontainers.image.created="${CREATED}" \
  org.opencontainers.image.base.name="${NODE_IMAGE}" \
  org.opencontainers.image.licenses="MIT"
WORKDIR /shop
COPY --from=build /image ./
# The only folders that are written to: the last mark of the database, backups, and the scripts that the proxy keeps. The
# rest may be read-only.
RUN mkdir /state /backups /scripts && chown node:node /state /backups /scripts
ENV NODE_ENV=production STATE_DIR=/state SHOP_COMMIT="${COMMIT}"
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", ".next/entry/server.mjs"]
