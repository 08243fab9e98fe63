# One image for each part of the console; scripts/image.mjs makes the folder that it holds, here and in the tests.
# docs/operating.md says how they are run and how base images are pinned by digest; docker-compose.yml and docker-compose.production.yml run them.
ARG NODE_IMAGE=node:24.21-bookworm-slim
ARG NGINX_IMAGE=nginx:1.30.6-alpine

# What .dockerignore leaves of the project. Each part installs and builds what it needs, from one shared store of packages.
FROM ${NODE_IMAGE} AS source
ENV npm_config_store_dir=/var/cache/pnpm npm_config_cache=/var/cache/npm
WORKDIR /console
COPY . .

FROM source AS api-folder
RUN --mount=type=cache,target=/var/cache/pnpm --mount=type=cache,target=/var/cache/npm \
    node scripts/image.mjs api /image

FROM source AS gateway-folder
RUN --mount=type=cache,target=/var/cache/pnpm --mount=type=cache,target=/var/cache/npm \
    node scripts/image.mjs gateway /image

FROM source AS remote-folder
ARG AREA
RUN --mount=type=cache,target=/var/cache/pnpm --mount=type=cache,target=/var/cache/npm \
    node scripts/image.mjs remote-${AREA} /image

FROM ${NODE_IMAGE} AS api
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 PATH=/srv/bin:$PATH \
    CONSOLE_COMMAND="docker compose exec api console"
COPY --from=api-folder /image /srv
# A new volume mounted at one of these belongs to the user below.
RUN install -d -o node -g node -m 0700 /keys /backups
USER node
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=3s --start-period=300s --retries=6 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/api/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["console"]
CMD ["serve"]

FROM ${NGINX_IMAGE} AS gateway
# For the differences between releases; where there is none, whole files are sent.
RUN apk add --no-cache zstd || true
COPY --from=gateway-folder /image /srv/gateway
# A new volume mounted here belongs to the user below; it keeps the files of earlier releases for a day.
RUN install -d -o 101 -g 101 /releases
USER 101:101
EXPOSE 8080 8443
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s --retries=6 \
  CMD ["wget", "-qO", "/dev/null", "http://127.0.0.1:8080/nginx-health"]
ENTRYPOINT ["/srv/gateway/gateway.sh"]

FROM ${NGINX_IMAGE} AS remote
RUN apk add --no-cache zstd || true
COPY --from=remote-folder /image /srv/remote
# A new volume mounted here belongs to the user below; it keeps the files of earlier releases for a day.
RUN install -d -o 101 -g 101 /releases
USER 101:101
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s --retries=6 \
  CMD ["wget", "-qO", "/dev/null", "http://127.0.0.1:8080/nginx-health"]
ENTRYPOINT ["/srv/remote/remote.sh"]
