# One image for the web server, the worker and the migrations; the command decides which it is.
FROM node:22-bookworm-slim AS build
WORKDIR /shop
COPY package.json package-lock.json ./
RUN npm install --no-save --no-audit --no-fund
COPY . .
# Without a database the pages are prerendered from the first catalogue; the shop makes them again when it starts.
ARG SHOP_NAME=Groundswell
ARG SHOP_SUPPORT_EMAIL=support@example.com
ARG SHOP_ORIGIN=https://shop.example.com
ENV APP_MODE=live NEXT_TELEMETRY_DISABLED=1
RUN npx prisma generate && npm run build

FROM node:22-bookworm-slim
WORKDIR /shop
ENV NODE_ENV=production
COPY package.json package-lock.json ./
RUN npm install --no-save --omit=dev --no-audit --no-fund && npm cache clean --force
COPY --from=build /shop/.next .next
COPY --from=build /shop/public public
COPY --from=build /shop/prisma prisma
COPY --from=build /shop/next.config.mjs ./
COPY --from=build /shop/app app
RUN mkdir /state && chown node:node /state
USER node
EXPOSE 3000
CMD ["node", ".next/entry/server.mjs"]
