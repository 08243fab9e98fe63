# One build, three images: `api`, `host` (the gateway) and `remote` (one area, by build argument).
FROM node:20-bookworm-slim AS build
WORKDIR /console
COPY . .
RUN npx --yes pnpm@10.34.9 install --frozen-lockfile \
 && npx --yes pnpm@10.34.9 build \
 && npx --yes pnpm@10.34.9 --filter api deploy --prod --legacy --no-optional /srv/api

FROM node:20-bookworm-slim AS api
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
WORKDIR /srv/api
COPY --from=build /srv/api ./
COPY --from=build /console/api/dist ./dist
USER node
EXPOSE 8080
ENTRYPOINT ["node", "--enable-source-maps", "--disable-warning=ExperimentalWarning", "dist/src/main.js"]
CMD ["serve"]

FROM nginx:1.29-alpine AS host
COPY host/gateway.conf.template /etc/nginx/templates/default.conf.template
COPY --from=build /console/host/dist /usr/share/nginx/html
EXPOSE 8080

FROM nginx:1.29-alpine AS remote
ARG AREA
COPY remote.nginx.conf /etc/nginx/conf.d/default.conf
COPY --from=build /console/remote-${AREA}/dist /usr/share/nginx/html
EXPOSE 8080
