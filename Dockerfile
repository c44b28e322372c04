# Lorebase as a container: docker build -t lorebase .
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --workspaces=false
COPY . .
RUN npm run build:server && npm run build:dashboard && npm prune --omit=dev --workspaces=false

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 LOREBASE_DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/packages packages
COPY package.json schema.graphql ./
COPY drizzle drizzle
COPY --from=build /app/dashboard/dist dashboard/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 4000) + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=48", "dist/main.js", "serve"]
