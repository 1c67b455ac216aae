FROM node:24-bookworm-slim AS build
WORKDIR /portal
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The image has its own Node, so leave out the packaged one. The build compiles the server for the Node that it runs with.
RUN cp node_modules/@flydotio/litestream-linux-*/litestream /usr/local/bin/litestream \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node && npm run build && npm prune --omit=dev \
  # The reader of documents draws nothing, and pdf.js works without its canvas.
  && rm -rf node_modules/node-linux-* node_modules/@napi-rs node_modules/pdfjs-dist/*/*.map node_modules/pdfjs-dist/*/*/*.map

FROM node:24-bookworm-slim AS server
ENV NODE_ENV=production \
    PORT=3000 \
    DATABASE_PATH=/data/ledger.sqlite \
    UPLOADS_DIR=/data/uploads \
    BACKUP_DIR=/data/backup \
    # SQLite sorts large results on disk here, because the rest of the file system may be read-only.
    SQLITE_TMPDIR=/data
WORKDIR /portal
# Root owns all of this and the server runs as another user, so it can write only under /data.
COPY --from=build /portal/node_modules ./node_modules
COPY --from=build /portal/build ./build
COPY --from=build /portal/db/migrations ./db/migrations
COPY --from=build /portal/app/programs/start.mjs /portal/app/programs/built-server.mjs /portal/app/programs/confine.mjs /portal/app/programs/passed-socket.mjs /portal/app/programs/backup-worker.mjs /portal/app/programs/check-worker.mjs /portal/app/programs/page-worker.mjs /portal/app/programs/search-worker.mjs ./app/programs/
COPY --from=build /portal/app/document-reader ./app/document-reader
COPY --from=build /portal/app/values/data-places.mjs ./app/values/
COPY --from=build /portal/app/replica/copy-server.mjs /portal/app/replica/ended-with-this.mjs ./app/replica/
COPY --from=build /portal/package.json ./package.json
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME ["/data"]
EXPOSE 3000
STOPSIGNAL SIGTERM
CMD ["node", "app/programs/start.mjs"]

# Copies the data to another place (docs/replicate.md).
FROM server AS replicate
USER root
RUN apt-get update && apt-get install -y --no-install-recommends rclone ca-certificates && rm -rf /var/lib/apt/lists/*
COPY --from=build /usr/local/bin/litestream /usr/local/bin/litestream
ENV LITESTREAM_PATH=/usr/local/bin/litestream
USER node

# The last one is what `docker build` makes.
FROM server AS portal
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
