# The server with the app it serves: `docker build -t comptoir .` (README.md, "How it grows")
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No package of ours needs an install script, so none may run.
RUN npm ci --ignore-scripts --no-fund --no-audit
COPY . .
RUN node scripts/build.mjs && node scripts/keep-server.mjs

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN mkdir -m 700 /data && chown node:node /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/src/contract ./src/contract
COPY --from=build /app/src/server ./src/server
USER node
VOLUME /data
EXPOSE 3000
# Alive, not ready: what restarts an unhealthy container would gain nothing while its database is away.
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node itself and not npm: SIGTERM reaches the server, which answers what has begun and ends.
CMD ["node", "src/server/main.ts"]
